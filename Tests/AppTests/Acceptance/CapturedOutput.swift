import Synchronization
import TestTraits
import fermata

/// Output that is stored in memory.
final class CapturedOutput: ByteSink {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func write(_ bytes: [UInt8]) { self.bytes.withLock { $0 += bytes } }
    func flush() {}

    /// Waits until the output contains a text.
    func wait(for part: String) async throws {
        try await waitUntil { text.contains(part) }
    }
}
