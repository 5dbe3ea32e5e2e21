import Foundation
import TestServer
import Testing

/// The exit code and the output of a program.
struct Outcome: Sendable {
    /// The exit code, or the negated number of the fatal signal.
    let code: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The rows of a command that prints JSON. A failure names the exit code and the messages.
    func rows(sourceLocation: SourceLocation = #_sourceLocation) throws -> [[String: any Sendable]] {
        let rows = try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: any Sendable]]
        return try #require(rows, "no rows, but exit code \(code) and: \(errors)", sourceLocation: sourceLocation)
    }
}

/// A program in its own process.
struct RunningProgram: Sendable {
    private let process: Process
    private let ended: @Sendable () async -> Void
    private let output: Task<String, Never>
    private let errors: Task<String, Never>

    init(_ process: Process) throws {
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        self.process = process
        ended = try process.start()
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        self.output = Task { await Self.readAll(output) }
        self.errors = Task { await Self.readAll(errors) }
    }

    var processID: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    /// Sends a signal if the program still runs.
    func send(_ signal: Int32) {
        if process.isRunning { kill(process.processIdentifier, signal) }
    }

    /// Waits for the exit.
    func outcome() async -> Outcome {
        let (output, errors) = await (output.value, errors.value)
        await ended()
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(code: code, output: output, errors: errors)
    }

    /// Starts a tool of the system, without the environment of the tests.
    static func tool(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> RunningProgram {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"].merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = folder }
        return try RunningProgram(process)
    }

    /// Reads on a new thread, because the global queue has few threads, and tasks run on them.
    private static func readAll(_ pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
                try? pipe.fileHandleForReading.close()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }
}
