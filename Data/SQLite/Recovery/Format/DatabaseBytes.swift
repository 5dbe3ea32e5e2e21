import FermataDomain
import Foundation

/// Reads ranges of a file that may be damaged or truncated, without changing it.
final class DatabaseBytes {
    let length: Int
    private let path: String
    private let descriptor: CInt

    /// Returns nil if no regular file has this path. Throws `LibraryError.cannotOpen`.
    init?(path: String) throws(LibraryError) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .cannotOpen(path: path, StorageFailure(errno: errno))
        }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        self.path = path
        self.descriptor = descriptor
        length = Int(status.st_size)
        if !isFile { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Replaces the buffer with up to `count` bytes; unreadable bytes at the end are missing.
    ///
    /// A sector that the disk cannot read counts as missing, so that the rest of the file is still read.
    func read(_ count: Int, at offset: Int, into buffer: inout [UInt8]) {
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
        var filled = 0
        while filled < count {
            let read = buffer.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { break }
            filled += read
        }
        buffer.removeLast(buffer.count - filled)
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// A big-endian number of two bytes; nil beyond the end.
    func number16(at offset: Int) -> Int? {
        guard offset >= startIndex, offset + 2 <= endIndex else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    /// A big-endian number of four bytes; nil beyond the end.
    func number32(at offset: Int) -> UInt32? {
        guard offset >= startIndex, offset + 4 <= endIndex else { return nil }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// SQLite's variable-length integer of one to nine bytes, and the offset after it; nil beyond the limit.
    ///
    /// Source: https://www.sqlite.org/fileformat2.html#varint
    func varint(at start: Int, limit: Int) -> (value: Int64, end: Int)? {
        var value: UInt64 = 0
        var offset = start
        while offset < Swift.min(limit, endIndex) {
            let byte = self[offset]
            offset += 1
            if offset - start == 9 { return (Int64(bitPattern: value << 8 | UInt64(byte)), offset) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return (Int64(bitPattern: value), offset) }
        }
        return nil
    }
}
