import Foundation
import Synchronization

/// The start of what a short run of a program writes.
final class ProgramOutput: Sendable {
    private static let limit = 4 << 10
    private static let messageLimit = 300
    private static let patience = Duration.seconds(5)
    private let bytes = Mutex(Data())
    private let ends: AsyncStream<Never>
    private let end: AsyncStream<Never>.Continuation

    private init(_ handle: FileHandle) {
        (ends, end) = AsyncStream.makeStream()
        handle.readabilityHandler = { [self] handle in
            let more = handle.availableData
            if more.isEmpty {
                handle.readabilityHandler = nil
                end.finish()
            } else {
                bytes.withLock { $0 += more.prefix(Self.limit - $0.count) }
            }
        }
    }

    /// Runs a program without input, and returns its output and errors as one line; nil if it writes nothing.
    ///
    /// Kills it after five seconds, and waits without blocking a thread.
    static func text(
        of executable: URL, _ arguments: [String], _ environment: [String: String]?, clock: any Clock<Duration>
    ) async -> String? {
        let (process, pipe) = (Process(), Pipe())
        (process.executableURL, process.arguments, process.environment) = (executable, arguments, environment)
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (pipe, pipe)
        guard (try? process.run()) != nil else { return nil }
        let output = ProgramOutput(pipe.fileHandleForReading)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [ends = output.ends] in for await _ in ends {} }
            group.addTask { try? await clock.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
        pipe.fileHandleForReading.readabilityHandler = nil
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        let lines = String(decoding: output.bytes.withLock { $0 }, as: UTF8.self).split(whereSeparator: \.isNewline)
            // The sound library writes such lines even if mpv works.
            .filter { !$0.hasPrefix("ALSA lib ") && !$0.allSatisfy(\.isWhitespace) }
        return lines.isEmpty ? nil : String(lines.joined(separator: " ").prefix(messageLimit))
    }
}
