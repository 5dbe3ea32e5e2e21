import Foundation
import TestServer
import TestTraits
import Testing
import fermata

/// The program with its own home folder.
///
/// `run` runs the application in this process; `spawn` and `launch` start the built program.
struct Program: Sendable {
    let home: URL
    let library: String
    var environment: [String: String] = [:]
    /// A command that starts the program, for example as another user: `["setpriv", …]`.
    var launcher: [String] = []
    /// The time of day for commands and servers in this process.
    var now: @Sendable () -> Date = { Date() }
    /// Whether `run` also starts a process, so that no file stays open on a disk that a test unmounts.
    var alwaysSpawns = false

    /// The folder that is removed with the last copy of the program.
    private var folder: TemporaryFolder?

    /// A program whose home is removed with its last copy.
    init() throws {
        try self.init(home: .ofTest())
        folder = TemporaryFolder(home)
    }

    init(home: URL) throws {
        self.home = home
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        library = home.appending(path: "library.sqlite").path
    }

    /// Lets the time of day for commands and servers in this process stay as it is now.
    mutating func stopTime() {
        let now = Date()
        self.now = { now }
    }

    /// Runs a command on the program's own library; `arguments` are split at spaces.
    @discardableResult
    func run(_ arguments: String) async throws -> Outcome {
        try await run(words: arguments.split(separator: " ").map(String.init))
    }

    /// Runs a command on the program's own library; its words may contain spaces.
    @discardableResult
    func run(words: [String]) async throws -> Outcome {
        try await run(words + ["--library", library])
    }

    /// Runs exactly these arguments, in a new process only for a launcher, a time zone or `alwaysSpawns`.
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
        await CLIComposition(environment: fullEnvironment, clock: clock, console: console).run(arguments)
    }

    /// Runs a command on the program's own library in a new process; `arguments` are split at spaces.
    @discardableResult
    func spawn(_ arguments: String) async throws -> Outcome {
        try await launch(arguments).outcome()
    }

    /// Starts a command on the program's own library; `arguments` are split at spaces.
    func launch(_ arguments: String) throws -> RunningProgram {
        try launch(words: arguments.split(separator: " ").map(String.init))
    }

    /// Starts a command on the program's own library; its words may contain spaces.
    func launch(words: [String]) throws -> RunningProgram {
        try launch(words + ["--library", library])
    }

    /// Starts exactly these arguments.
    func launch(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(process(arguments))
    }

    /// Returns a process that is not started yet.
    func process(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = launcher.isEmpty ? Self.executable : URL(filePath: "/usr/bin/env")
        process.arguments = launcher.isEmpty ? arguments : launcher + [Self.executable.path] + arguments
        process.environment = fullEnvironment
        return process
    }

    /// The clock of commands and servers in this process.
    var clock: ProgramClock { ProgramClock(now: now, sleep: ContinuousClock()) }

    private var fullEnvironment: [String: String] {
        ["HOME": home.path, "PATH": "/usr/bin:/bin", "TERM": "dumb"].merging(environment) { $1 }
    }

    /// The rows of a command that prints JSON.
    func rows(
        _ arguments: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [[String: any Sendable]] {
        try await run(arguments + " --json").rows(sourceLocation: sourceLocation)
    }

    /// One field of each row, as text.
    func column(_ field: String, _ arguments: String) async throws -> [String] {
        try await run(arguments + " --plain --fields " + field).lines
    }

    /// Creates the library, with a source that cannot be read.
    func createLibrary() async throws {
        let added = try await run("source add http http://127.0.0.1:1/ --name radio")
        #expect(added.code == 0, "\(added.errors)")
    }

    /// Adds a source and syncs it.
    func addAndSyncSource(_ address: String, name: String = "radio") async throws {
        try await run("source add http \(address) --name \(name)")
        try await run("sync \(name)")
    }

    /// The config file, which exists once it is written.
    var configFile: URL { home.appending(path: ".config/fermata/config.json") }

    /// Writes the config file.
    func configure(_ json: String) throws {
        let folder = configFile.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(json.utf8).write(to: configFile)
    }

    /// Runs the body with a program whose library has the songs of a catalogue, and with the catalogue's server.
    static func withLibrary(
        of songs: ScriptedResponse, at path: String = "/songs",
        _ body: (Program, CatalogueServer) async throws -> Void
    ) async throws {
        try await withCatalogueServer { server in
            server.answer(path, songs)
            let program = try Program()
            try await program.addAndSyncSource(server.url(path))
            try await body(program, server)
        }
    }

    static var executable: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "fermata")
    }
}

/// Removes a folder at its end. Files that a late reader adds meanwhile are removed with those of all tests.
private final class TemporaryFolder: Sendable {
    private let url: URL

    init(_ url: URL) { self.url = url }

    deinit { try? FileManager.default.removeItem(at: url) }
}
