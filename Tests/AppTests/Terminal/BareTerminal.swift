import Foundation
import Synchronization
import TestServer
import TestTraits

/// A pseudo-terminal without an emulator: the test reads the output and types all replies itself.
final class BareTerminal: Sendable {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let outer: Int32
    private let inner: Int32
    private let output = Mutex<String>("")

    init() throws {
        var (outer, inner): (Int32, Int32) = (-1, -1)
        guard openpty(&outer, &inner, nil, nil, nil) == 0 else {
            throw Failure(description: String(cString: strerror(errno)))
        }
        for end in [outer, inner] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.outer, self.inner) = (outer, inner)
        Thread.detachNewThread { self.readOutput() }
    }

    /// Starts a process on the terminal, and returns a function that waits for its exit.
    func start(_ process: Process) throws -> @Sendable () async -> Void {
        let end = FileHandle(fileDescriptor: inner, closeOnDealloc: false)
        (process.standardInput, process.standardOutput, process.standardError) = (end, end, end)
        return try process.start()
    }

    func type(_ text: String) { _ = write(outer, text, text.utf8.count) }

    /// Whether the terminal shows what is typed.
    var isEchoing: Bool {
        var settings = termios()
        return tcgetattr(inner, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until the program has read all typed input.
    func waitUntilInputIsRead() async throws {
        var unread = pollfd(fd: inner, events: Int16(POLLIN), revents: 0)
        try await waitUntil { poll(&unread, 1, 0) <= 0 }
    }

    /// All output so far.
    var text: String { output.withLock { $0 } }

    /// Waits until the output contains a text; the program may have broken its lines.
    func wait(for expected: String) async throws {
        do {
            try await waitUntil { text.replacing("\r\n", with: " ").contains(expected) }
        } catch is TimeoutError {
            throw Failure(description: "“\(expected)” did not appear: \(text.suffix(2_000))")
        }
    }

    /// Closes the terminal, whose last process has ended.
    func end() { close(inner) }

    private func readOutput() {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = read(outer, &bytes, bytes.count)
            guard count > 0 else { break }
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            output.withLock { $0 += text }
        }
        close(outer)
    }
}
