package import FermataPresentation
import Foundation
import Synchronization

/// Writes bytes to a file descriptor, 64 KiB at a time.
///
/// The process must ignore `SIGPIPE`; a closed reader then throws `OutputError.closed`.
package final class StandardOutput: ByteSink {
    private static let bufferSize = 1 << 16
    private let descriptor: Int32
    private let buffer = Mutex<[UInt8]>([])

    package init(descriptor: Int32 = STDOUT_FILENO) {
        self.descriptor = descriptor
    }

    package func write(_ bytes: [UInt8]) throws(OutputError) {
        try buffer.withLock { (buffer) throws(OutputError) in
            buffer.append(contentsOf: bytes)
            if buffer.count >= Self.bufferSize { try empty(&buffer) }
        }
    }

    package func flush() throws(OutputError) {
        try buffer.withLock { (buffer) throws(OutputError) in try empty(&buffer) }
    }

    /// Writes the buffer. Drops the bytes that could not be written, so that nothing is printed twice.
    private func empty(_ buffer: inout [UInt8]) throws(OutputError) {
        defer { buffer.removeAll(keepingCapacity: true) }
        var start = 0
        while start < buffer.count {
            let result = buffer.withUnsafeBytes { bytes in
                Foundation.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            }
            if result >= 0 { start += result } else { try recover(from: errno) }
        }
    }

    /// Returns if the write can be retried.
    private func recover(from code: Int32) throws(OutputError) {
        switch code {
        case EINTR: return
        case EAGAIN:
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&waiting, 1, -1)
        case EPIPE: throw .closed
        default: throw .failed(reason: String(cString: strerror(code)))
        }
    }
}

/// A destination of bytes.
package protocol ByteSink: Sendable {
    func write(_ bytes: [UInt8]) throws(OutputError)

    /// Writes the buffered bytes.
    func flush() throws(OutputError)
}

/// An error that ends the output.
package enum OutputError: ProblemConvertible, Equatable, Sendable {
    /// The reader closed the stream, as `head` does.
    case closed
    case failed(reason: String)

    package func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .closed: ProblemModel(.cannotWrite, "The reader closed the output.")
        case .failed(let reason): ProblemModel(.cannotWrite, "Cannot write the output: \(reason).")
        }
    }
}

extension [UInt8] {
    @inline(__always)
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends a number in decimal digits.
    mutating func append(decimal number: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = number.magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}
