import Crypto
import FermataDomain
import Foundation

/// An open file, which is closed with its last reference.
final class OpenFile: Sendable {
    private static let pieceBytes = 1 << 18
    let descriptor: CInt

    /// Opens a path as open(2) does, for this program only: programs that it starts do not inherit the file.
    ///
    /// `permissions` are those of a new file. Throws `StorageFailure`.
    convenience init(
        _ path: UnsafePointer<CChar>, _ flags: CInt, permissions: mode_t = 0o600
    ) throws(StorageFailure) {
        try self.init(closing: Self.descriptor(path, flags, permissions: permissions))
    }

    /// Returns a descriptor; negative for a failure in `errno`.
    static func descriptor(_ path: UnsafePointer<CChar>, _ flags: CInt, permissions: mode_t = 0o600) -> CInt {
        var descriptor: CInt
        repeat { descriptor = open(path, flags | O_CLOEXEC, permissions) } while descriptor < 0 && errno == EINTR
        return descriptor
    }

    /// Owns a descriptor that a system call returned. Throws `StorageFailure` for `errno` if it is negative.
    init(closing descriptor: CInt) throws(StorageFailure) {
        guard descriptor >= 0 else { throw StorageFailure(errno: errno) }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Throws `StorageFailure`.
    func status() throws(StorageFailure) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageFailure(errno: errno) }
        return status
    }

    /// Fills a buffer with the bytes at an offset.
    ///
    /// Returns the number of bytes, which are fewer at the end of the file, and why later ones cannot be read.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) -> (count: Int, failure: StorageFailure?) {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let found = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(count))
            if found == 0 { break }
            if found < 0, errno != EINTR { return (count, StorageFailure(errno: errno)) }
            count += max(0, found)
        }
        return (count, nil)
    }

    /// Writes all bytes at an offset; nil for the current position, as in a pipe. Throws `StorageFailure`.
    func write(_ bytes: Data, at offset: Int64?) throws(StorageFailure) {
        let failure = bytes.withUnsafeBytes { bytes -> StorageFailure? in
            var count = 0
            while count < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
                let written =
                    if let offset {
                        pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(count))
                    } else {
                        Foundation.write(descriptor, rest.baseAddress, rest.count)
                    }
                if written < 0, errno != EINTR { return StorageFailure(errno: errno) }
                count += max(0, written)
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Returns after all bytes are durable. Throws `StorageFailure`.
    func flush() throws(StorageFailure) {
        while fsync(descriptor) != 0 {
            if errno != EINTR { throw StorageFailure(errno: errno) }
        }
    }

    /// Returns after all names in a folder are durable. Throws `StorageFailure`.
    static func flushFolder(_ path: String) throws(StorageFailure) {
        do throws(StorageFailure) {
            try OpenFile(path, O_RDONLY | O_DIRECTORY).flush()
        } catch .unsupported {
            return  // a file system that needs no flush
        }
    }

    /// The SHA-256 of the first bytes, to which more can be added.
    ///
    /// Throws `StorageFailure.hardware` if the file has fewer bytes, or `CancellationError`.
    func hash(ofFirst length: Int64) async throws -> SHA256 {
        var hash = SHA256()
        var offset: Int64 = 0
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 16)
        defer { piece.deallocate() }
        while offset < length {
            try Task.checkCancellation()
            let count = Int(min(Int64(Self.pieceBytes), length - offset))
            let read = read(into: UnsafeMutableRawBufferPointer(rebasing: piece[..<count]), at: offset)
            guard read.count > 0 else { throw read.failure ?? .hardware }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: piece[..<read.count]))
            offset += Int64(read.count)
            await Task.yield()
        }
        return hash
    }
}

/// An advisory lock between the programs of one machine, held while a body runs.
///
/// The system releases it when the program ends.
enum FileLock {
    /// Throws `LibraryError.cannotWrite`, or an error of the body.
    static func exclusively<Value>(at path: String, _ body: () throws -> Value) throws -> Value {
        let file: OpenFile
        do throws(StorageFailure) {
            file = try OpenFile(path, O_RDWR | O_CREAT)
            while flock(file.descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else { throw StorageFailure(errno: errno) }
            }
        } catch {
            throw LibraryError.cannotWrite(path: path, error)
        }
        return try withExtendedLifetime(file, body)
    }
}

/// The times in the status of a file.
enum FileTime {
    /// When the content changed.
    static func modified(_ status: stat) -> timespec {
        #if canImport(Darwin)
            status.st_mtimespec
        #else
            status.st_mtim
        #endif
    }

    /// When the content or the metadata changed.
    static func changed(_ status: stat) -> timespec {
        #if canImport(Darwin)
            status.st_ctimespec
        #else
            status.st_ctim
        #endif
    }

    /// When the content changed, as a date.
    static func modificationDate(_ status: stat) -> Date {
        let time = modified(status)
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

extension StorageFailure {
    /// Why a file is not a regular one, by its status; nil if it is.
    init?(unlessRegular status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: self = .isFolder
        default: self = .unsupported
        }
    }

    /// The failure that a system call reports in `errno`.
    init(errno code: CInt) {
        self =
            switch code {
            case ENOSPC, EDQUOT: .full
            case EROFS: .readOnly
            case EACCES, EPERM: .permission
            case ENOENT: .missing
            case ENOTDIR: .notAFolder
            case EISDIR: .isFolder
            case EEXIST, ENOTEMPTY: .nameInUse
            case ENAMETOOLONG: .nameTooLong
            case EFBIG: .tooLarge
            case ELOOP: .linkLoop
            case EBADF: .notOpen
            case EPIPE: .pipeClosed
            case EINVAL: .unsupported
            case EMFILE, ENFILE: .tooManyOpenFiles
            case EIO: .hardware
            default: .other(String(cString: strerror(code)))
            }
    }
}
