import Foundation
import TestServer
import Testing

/// The built program, serving a library on a socket.
struct ServerProcess: WebClient {
    let program: Program
    let port: Int
    let processID: Int32
    private let process: Process
    private let ended: @Sendable () async -> Void

    var authority: String { "127.0.0.1:\(port)" }
    var address: String { "http://\(authority)" }

    /// Serves a program's library while the body runs, and returns the output and the exit code.
    @discardableResult
    static func run(
        _ program: Program, _ arguments: [String] = [], _ body: (ServerProcess) async throws -> Void
    ) async throws -> Outcome {
        let served = try await ServerProcess(program, arguments)
        do {
            try await body(served)
        } catch {
            _ = await served.stop()
            throw error
        }
        return await served.stop()
    }

    /// Serves a copy of `SharedLibrary.band`.
    static func withBandLibrary(_ arguments: [String] = [], _ body: (ServerProcess) async throws -> Void) async throws {
        try await SharedLibrary.band.withCopy { try await run($0, arguments, body) }
    }

    init(_ program: Program, _ arguments: [String] = []) async throws {
        var program = program
        // The server does not close the connections of a test that waits for a thread on a busy machine.
        program.environment.merge(["FERMATA_SERVE_TIMEOUT": "600"]) { given, _ in given }
        self.program = program
        let process = try program.process(["serve", "--port", "0", "--library", program.library] + arguments)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.file(program, "served.output")
        process.standardError = try Self.file(program, "served.errors")
        self.process = process
        ended = try process.start()
        processID = process.processIdentifier
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let output = try Self.text(program, "served.output")
            if output.hasSuffix("\n"),
                let port = URL(string: output.trimmingCharacters(in: .whitespacesAndNewlines))?.port
            {
                self.port = port
                return
            }
            guard process.isRunning, ContinuousClock.now < deadline else { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        await ended()
        throw StartFailure(errors: try Self.text(program, "served.errors"))
    }

    /// Sends a request over a new connection.
    func request(
        _ method: String, _ target: String, _ headers: [String: String], body: String?
    ) async throws -> WebResponse {
        var all = ["Host": authority, "Connection": "close"].merging(headers) { $1 }
        if let body { all["Content-Length"] = String(body.utf8.count) }
        let head = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.sorted().joined()
        return try await RawConnection.with(port: port) { connection in
            try await connection.send("\(method) \(target) HTTP/1.1\r\n\(head)\r\n\(body ?? "")")
            return try await connection.response(toHead: method == "HEAD")
        }
    }

    /// Subscribes to the server's events over a new connection.
    func subscribe() async throws -> RawConnection {
        let connection = try await RawConnection(port: port)
        try await connection.send("GET /api/events HTTP/1.1\r\nHost: \(authority)\r\n\r\n")
        return connection
    }

    /// Sends a signal and waits for the exit.
    func stop(with signal: Int32 = SIGTERM) async -> Outcome {
        if process.isRunning { kill(process.processIdentifier, signal) }
        return await outcome()
    }

    /// Waits for the exit. After two minutes, kills the process and records an issue.
    func outcome() async -> Outcome {
        let limit = Task { [process] in
            try await Task.sleep(for: .seconds(120))
            Issue.record("The server did not end within two minutes.")
            kill(process.processIdentifier, SIGKILL)
        }
        await ended()
        limit.cancel()
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(
            code: code, output: (try? Self.text(program, "served.output")) ?? "",
            errors: (try? Self.text(program, "served.errors")) ?? "")
    }

    var isRunning: Bool { process.isRunning }

    struct StartFailure: Error {
        let errors: String
    }

    private static func file(_ program: Program, _ name: String) throws -> FileHandle {
        let file = program.home.appending(path: name)
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    private static func text(_ program: Program, _ name: String) throws -> String {
        try String(contentsOf: program.home.appending(path: name), encoding: .utf8)
    }
}
