import Foundation
import Synchronization
import TestServer

/// A terminal that answers nothing by itself: a test reads what it is sent, and types what it pleases.
final class BareTerminal: Sendable {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let outer: Int32
    private let inner: Int32
    private let shown = Mutex<String>("")

    init() throws {
        var (outer, inner): (Int32, Int32) = (-1, -1)
        guard openpty(&outer, &inner, nil, nil, nil) == 0 else {
            throw Failure(description: String(cString: strerror(errno)))
        }
        for end in [outer, inner] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.outer, self.inner) = (outer, inner)
        Thread.detachNewThread { self.follow() }
    }

    /// Starts a program on it, and answers what waits for its end.
    func start(_ process: Process) throws -> @Sendable () async -> Void {
        let end = FileHandle(fileDescriptor: inner, closeOnDealloc: false)
        (process.standardInput, process.standardOutput, process.standardError) = (end, end, end)
        return try process.start()
    }

    func type(_ text: String) { _ = write(outer, text, text.utf8.count) }

    /// All that it was sent until now.
    var text: String { shown.withLock { $0 } }

    /// Waits until it was sent something.
    func wait(for wanted: String) async throws {
        for _ in 0..<6_000 {
            if text.contains(wanted) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Failure(description: "“\(wanted)” has not come: \(text.suffix(2_000))")
    }

    /// Lets go of it, once no program uses it any more.
    func end() { close(inner) }

    private func follow() {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = read(outer, &bytes, bytes.count)
            guard count > 0 else { break }
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            shown.withLock { $0 += text }
        }
        close(outer)
    }
}
