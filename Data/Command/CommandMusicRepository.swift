package import FermataDomain
import Foundation
import NIOCore

/// Provides the songs that a program prints as records of a catalogue, one JSON object per line (NDJSON).
///
/// The program runs without a shell and without input. It must end with exit code 0; otherwise the fetch fails, and the
/// records that it has printed stay valid. It is killed with all programs that it has started when the fetch ends.
package struct CommandMusicRepository: RemoteMusicRepository {
    private let words: [String]
    private let environment: [String: String]
    private let limits: CommandLimits
    private let clock: any Clock<Duration>

    /// `words` are the program, by its path or by a name in the folders of `PATH`, and its arguments.
    package init(
        _ words: [String], environment: [String: String], limits: CommandLimits = CommandLimits(),
        clock: any Clock<Duration>
    ) {
        (self.words, self.environment, self.limits, self.clock) = (words, environment, limits, clock)
    }

    package func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            let address = words.shellLine
            do {
                return try await SourceFailure.reportingContent(at: address) {
                    try await withDeadline(
                        limits.time, clock: clock, error: CommandFailure.timedOut(after: limits.time)
                    ) {
                        try await run(send)
                    }
                }
            } catch let failure as CommandFailure {
                throw SourceFailure(.command(failure), address: address)
            }
        }
    }

    private func run(_ send: @escaping RemoteFetch<RemoteBatch>.Send) async throws -> RemoteFetchResult {
        let process = try await BlockingIO.run {
            try ChildProcess(words, environment: environment, memory: limits.memoryBytes)
        }
        return try await withTaskCancellationHandler {
            let result: Result<Void, any Error>
            do {
                result = .success(try await read(process, send))
            } catch {
                process.kill()
                result = .failure(error)
            }
            let failure = try await process.end()
            try result.get()
            if let failure { throw failure }
            return .complete(revision: nil)
        } onCancel: {
            process.kill()
        }
    }

    private func read(_ process: ChildProcess, _ send: @escaping RemoteFetch<RemoteBatch>.Send) async throws {
        var reader = DocumentReader(
            limits: limits.output, decoder: RecordDecoder(base: nil, depthLimit: limits.output.depth), hasLines: true)
        while let chunk = try await process.next() {
            for batch in try reader.read(ByteBuffer(bytes: chunk)) { try await send(batch) }
        }
        for batch in reader.completeBatches() { try await send(batch) }
        // A program that fails often stops within a line, and its exit code says more.
        if let failure = try await process.end() { throw failure }
        for batch in try reader.finish() { try await send(batch) }
    }
}

/// What a program that prints a catalogue may use.
package struct CommandLimits: Sendable {
    /// From its start to its end, the time in which its records are stored included.
    package var time: Duration
    /// Bytes of data of each of its processes, on systems with such a limit.
    package var memoryBytes: UInt64
    package var output: CatalogueLimits

    package init(
        time: Duration = .seconds(600), memoryBytes: UInt64 = 2 << 30, output: CatalogueLimits = CatalogueLimits()
    ) {
        (self.time, self.memoryBytes, self.output) = (time, memoryBytes, output)
    }
}
