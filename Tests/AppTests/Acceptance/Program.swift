import Foundation
import TestServer
import fermata

/// The program with a home of its own.
///
/// `run` builds the application in this process, and `spawn` and `launch` start the built program.
struct Program: Sendable {
    let home: URL
    let library: String
    var environment: [String: String] = [:]
    /// A command that starts the program, for example as another user: `["setpriv", …]`.
    var launcher: [String] = []
    /// Whether `run` starts a process, too: for disks that are unmounted, which need every file closed.
    var alwaysSpawns = false

    init() throws {
        let temporary = FileManager.default.temporaryDirectory
        try self.init(home: temporary.appending(path: "fermata-tests-\(UUID().uuidString)"))
    }

    init(home: URL) throws {
        self.home = home
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        library = home.appending(path: "library.sqlite").path
    }

    /// Runs a command on the program's own library; `arguments` are split at spaces.
    @discardableResult
    func run(_ arguments: String) async throws -> Outcome {
        try await run(words: arguments.split(separator: " ").map(String.init))
    }

    /// Runs a command on the program's own library whose words may hold spaces.
    @discardableResult
    func run(words: [String]) async throws -> Outcome {
        try await run(words + ["--library", library])
    }

    /// Runs exactly these arguments; in this process, unless a launcher or a time zone needs one of its own.
    @discardableResult
    func run(_ arguments: [String]) async throws -> Outcome {
        guard launcher.isEmpty, environment["TZ"] == nil, !alwaysSpawns else {
            return try await launch(arguments).outcome()
        }
        let (output, errors) = (CapturedOutput(), CapturedOutput())
        let code = await run(arguments, on: Console(output: output, errors: errors))
        return Outcome(code: code, output: output.text, errors: errors.text)
    }

    /// Runs exactly these arguments in this process on a console, and returns the exit code.
    func run(_ arguments: [String], on console: Console) async -> Int32 {
        await CLIComposition(environment: fullEnvironment, console: console).run(arguments)
    }

    /// Runs a command on the program's own library in a process of its own; `arguments` are split at spaces.
    @discardableResult
    func spawn(_ arguments: String) async throws -> Outcome {
        try await launch(arguments).outcome()
    }

    /// Starts a command on the program's own library; `arguments` are split at spaces.
    func launch(_ arguments: String) throws -> RunningProgram {
        try launch(words: arguments.split(separator: " ").map(String.init))
    }

    /// Starts a command on the program's own library whose words may hold spaces.
    func launch(words: [String]) throws -> RunningProgram {
        try launch(words + ["--library", library])
    }

    /// Starts exactly these arguments.
    func launch(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(process(arguments))
    }

    /// A process that is ready to be started.
    func process(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = launcher.isEmpty ? Self.executable : URL(filePath: "/usr/bin/env")
        process.arguments = launcher.isEmpty ? arguments : launcher + [Self.executable.path] + arguments
        process.environment = fullEnvironment
        return process
    }

    private var fullEnvironment: [String: String] {
        ["HOME": home.path, "PATH": "/usr/bin:/bin", "TERM": "dumb"].merging(environment) { $1 }
    }

    /// Removes the program's home.
    ///
    /// SQLite may remove a file of its own meanwhile, when a reader closes its connection late; then tries again.
    func remove() throws {
        for _ in 1...10 {
            do {
                return try FileManager.default.removeItem(at: home)
            } catch CocoaError.fileNoSuchFile {
                guard FileManager.default.fileExists(atPath: home.path) else { return }
            }
        }
        try FileManager.default.removeItem(at: home)
    }

    /// The rows of a command that prints JSON.
    func rows(_ arguments: String) async throws -> [[String: any Sendable]] {
        let outcome = try await run(arguments + " --json")
        let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: any Sendable]]
        return rows ?? []
    }

    /// One field of each row, as text.
    func column(_ field: String, _ arguments: String) async throws -> [String] {
        try await run(arguments + " --plain --fields " + field).lines
    }

    /// Adds a source and reads it.
    func gather(_ address: String, name: String = "radio") async throws {
        try await run("source add http \(address) --name \(name)")
        try await run("sync \(name)")
    }

    static var executable: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "fermata")
    }
}

/// A small catalogue for acceptance tests.
enum StoryCatalogue {
    static let songs = [
        #"{"id":"1","singer":"David Bowie","album":"Hunky Dory","title":"Changes","duration":217,"image":"c/1.jpg","file":"a/1.mp3","popularity":80,"released":"1971-12-17","explicit":false}"#,
        #"{"id":"2","singer":"Björk","album":"Post","title":"Hyperballad","duration":321,"popularity":70,"released":"1995"}"#,
        #"{"id":"3","singer":"챔버오케스트라","album":"캐롤 모음","title":"We Wish You A Merry Christmas","duration":198}"#,
        #"{"id":"4","singer":"JAY-Z","album":"The Black Album","title":"99 Problems","duration":235,"popularity":75,"explicit":true}"#,
        #"{"id":"5","singer":"Dolly Parton","album":"9 to 5 and Odd Jobs","title":"9 to 5","duration":166}"#,
    ]

    static let ndjson = songs.joined(separator: "\n") + "\n"
    static let flo =
        #"{"singer":"챔버오케스트라","album":"캐롤 모음","title":"We Wish You A Merry Christmas","duration":198,"image":"https://example.org/cover.jpg","file":"https://example.org/music.mp3","lyrics":"[00:16:200]we wish you a merry christmas\n[00:18:300]we wish you a merry christmas"}"#

    /// Runs `body` with a program whose library holds the catalogue, and with the server it came from.
    static func gathered(_ body: (Program, CatalogueServer) async throws -> Void) async throws {
        try await withCatalogueServer { server in
            server.answer("/songs.ndjson", .json(ndjson, etag: "\"1\""))
            let program = try Program()
            try await program.gather(server.url("/songs.ndjson"))
            try await body(program, server)
            try program.remove()
        }
    }
}
