import Foundation

/// Python with its `plistlib` and the package `icalendar`, which `Tests/run` installs below `.build`.
enum PythonToDos {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let python = root.appending(path: ".build/python/bin/python3")
    private static let script = root.appending(path: "Tests/TestSupport/Python/todos.py")

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: python.path) }

    /// Returns the to-dos that Python reads from a document.
    static func read(_ form: String, _ file: URL) throws -> [[String: any Sendable]] {
        let output = try run(["read", form, file.path], input: Data())
        return try JSONSerialization.jsonObject(with: output) as? [[String: any Sendable]] ?? []
    }

    /// Makes Python write to-dos, given as JSON.
    static func write(_ form: String, _ toDos: String, to file: URL) throws {
        _ = try run(["write", form, file.path], input: Data(toDos.utf8))
    }

    private static func run(_ arguments: [String], input: Data) throws -> Data {
        let (files, process) = (try TemporaryFolder(), Process())
        defer { files.remove() }
        let (given, output, errors) = (files.path("input"), files.path("output"), files.path("errors"))
        try input.write(to: URL(filePath: given))
        for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
        process.executableURL = python
        process.arguments = [script.path] + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"]
        process.standardInput = FileHandle(forReadingAtPath: given)
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(reason: try String(contentsOfFile: errors, encoding: .utf8))
        }
        return try Data(contentsOf: URL(filePath: output))
    }

    struct Failure: Error {
        let reason: String
    }
}
