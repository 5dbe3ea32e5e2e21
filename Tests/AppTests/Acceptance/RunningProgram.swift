import Foundation
import TestServer

/// How a program ended, and what it said.
struct Outcome: Sendable {
    /// The exit code, or the signal that ended it, below 0.
    let code: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A program that was started.
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

    /// Sends a signal to what still runs.
    func send(_ signal: Int32) {
        if process.isRunning { kill(process.processIdentifier, signal) }
    }

    /// Waits for the end.
    func outcome() async -> Outcome {
        let (output, errors) = await (output.value, errors.value)
        await ended()
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(code: code, output: output, errors: errors)
    }

    /// Starts a tool that is found in `PATH`, as tests need one to set the scene.
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

    /// Reads on a thread of its own: those of the global queue are few, and tasks run on them.
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
