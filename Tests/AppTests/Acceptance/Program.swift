import FermataDomain
import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing
import FermataApp

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
    /// Kinds of sources besides the built-in ones, for commands in this process.
    var kinds: [any SourceKind] = []
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
        await CommandRunner(
            environment: fullEnvironment, executable: Self.executable.path, clock: clock, kinds: kinds,
            console: console
        ).run(arguments)
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

    /// Writes a file in the home, and returns its location.
    @discardableResult
    func write(_ text: String, to name: String) throws -> URL {
        let file = home.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
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

/// Output that is stored in memory.
final class CapturedOutput: ByteSink {
    private let state = Mutex<(writes: [Int], bytes: [UInt8], flushes: Int)>(([], [], 0))
    private let limit: Int

    /// Throws `OutputError.closed` for writes beyond `limit` bytes.
    init(limit: Int = .max) {
        self.limit = limit
    }

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// The sizes of the writes in bytes.
    var writes: [Int] { state.withLock { $0.writes } }

    var flushes: Int { state.withLock { $0.flushes } }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        try state.withLock { (state) throws(OutputError) in
            guard state.bytes.count + bytes.count <= limit else { throw .closed }
            state.bytes += bytes
            state.writes.append(bytes.count)
        }
    }

    func flush() throws(OutputError) {
        state.withLock { $0.flushes += 1 }
    }

    /// Waits until the output contains a text.
    func wait(for part: String) async throws {
        try await waitUntil { text.contains(part) }
    }
}

extension Program {
    /// Runs a command that changes a star on a server, and returns its messages.
    ///
    /// If a busy machine does not send the change within the command's five seconds, a sync sends it.
    @discardableResult
    func changeStar(_ command: String) async throws -> [Substring] {
        let outcome = try await run(command)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let messages = outcome.errors.split(separator: "\n")
        let others = messages.filter { !$0.contains("Fermata sends it with the next sync.") }
        if others.count < messages.count {
            let synced = try await run("sync")
            #expect(synced.code == 0, "\(synced.errors)")
        }
        return others
    }
}
