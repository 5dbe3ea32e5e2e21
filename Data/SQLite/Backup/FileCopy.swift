import FermataDomain
import Foundation

/// Copies the bytes of files, and compares them.
enum FileCopy {
    private static let chunkBytes: Int64 = 32 << 20
    private static let pieceBytes = 1 << 18

    /// Copies the first bytes of a file to an empty one, and reports how many are copied. Throws `StorageFailure`.
    static func copy(
        _ count: Int64, from source: CInt, to target: CInt, progress: (Int64) throws -> Void
    ) throws {
        var offset: Int64 = 0
        while offset < count {
            let chunk = min(chunkBytes, count - offset)
            try copy(from: source, to: target, at: offset, count: chunk)
            offset += chunk
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

    private static func copy(from source: CInt, to target: CInt, at offset: Int64, count: Int64) throws {
        #if os(Linux)
            // The system copies without reading the bytes into this program's memory, where the file system allows it.
            var position = off_t(offset)
            guard lseek(target, position, SEEK_SET) == position else { throw StorageFailure(errno: errno) }
            while position < offset + count {
                let copied = sendfile(target, source, &position, Int(offset + count - Int64(position)))
                if copied == 0 { throw StorageFailure.changed }
                if copied > 0 || errno == EINTR { continue }
                guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw StorageFailure(errno: errno) }
                return try copyPieces(from: source, to: target, at: Int64(position), end: offset + count)
            }
        #else
            try copyPieces(from: source, to: target, at: offset, end: offset + count)
        #endif
    }

    private static func copyPieces(from source: CInt, to target: CInt, at offset: Int64, end: Int64) throws {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 4096)
        defer { piece.deallocate() }
        var position = offset
        while position < end {
            let bytes = UnsafeMutableRawBufferPointer(rebasing: piece[..<min(pieceBytes, Int(end - position))])
            try read(source, into: bytes, at: position)
            try write(bytes, to: target, at: position)
            position += Int64(bytes.count)
        }
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
