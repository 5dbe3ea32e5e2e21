import Synchronization
import TestTraits
import fermata

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
