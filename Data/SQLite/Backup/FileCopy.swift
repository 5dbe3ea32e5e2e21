import FermataDomain
import Foundation

/// Copies the bytes of files, and compares them.
enum FileCopy {
    private static let pieceBytes = 1 << 20

    /// Copies the first bytes of a file to an empty one, and reports how many are copied. Throws `StorageFailure`.
    static func copy(
        _ count: Int64, from source: CInt, to target: CInt, progress: (Int64) throws -> Void
    ) throws {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 4096)
        defer { piece.deallocate() }
        var offset: Int64 = 0
        while offset < count {
            let bytes = UnsafeMutableRawBufferPointer(rebasing: piece[..<Int(min(Int64(pieceBytes), count - offset))])
            try read(source, into: bytes, at: offset)
            try write(bytes, to: target, at: offset)
            offset += Int64(bytes.count)
            try progress(offset)
        }
    }

    /// Whether a file begins with these bytes. Throws `StorageFailure`.
    static func hasBytes(_ bytes: UnsafeRawBufferPointer, _ source: CInt) throws -> Bool {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 4096)
        defer { piece.deallocate() }
        for offset in stride(from: 0, to: bytes.count, by: pieceBytes) {
            let expected = UnsafeRawBufferPointer(rebasing: bytes[offset..<min(offset + pieceBytes, bytes.count)])
            let read = UnsafeMutableRawBufferPointer(rebasing: piece[..<expected.count])
            try Self.read(source, into: read, at: Int64(offset))
            guard let one = read.baseAddress, let other = expected.baseAddress else { return false }
            if memcmp(one, other, expected.count) != 0 { return false }
        }
        return true
    }

    private static func read(_ descriptor: CInt, into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws {
        var count = 0
        while count < bytes.count {
            let read = pread(
                descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count, off_t(offset) + off_t(count))
            if read == 0 { throw StorageFailure.changed }
            if read < 0, errno != EINTR { throw StorageFailure(errno: errno) }
            count += max(0, read)
        }
    }

    private static func write(_ bytes: UnsafeMutableRawBufferPointer, to descriptor: CInt, at offset: Int64) throws {
        var count = 0
        while count < bytes.count {
            let written = pwrite(
                descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count, off_t(offset) + off_t(count))
            if written < 0, errno != EINTR { throw StorageFailure(errno: errno) }
            count += max(0, written)
        }
    }
}
