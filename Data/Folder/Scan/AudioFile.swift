import FermataDomain
import Foundation
import Synchronization

/// A regular file, opened for reading at any position.
final class AudioFile: Sendable {
    let length: Int64
    let descriptor: CInt
    private let error = Atomic<CInt>(0)

    /// Flags for opening a file without waiting for a pipe.
    static let openFlags = O_RDONLY | O_NONBLOCK | O_CLOEXEC

    /// Opens the file at a path, which is no symbolic link. Throws `StorageFailure`.
    convenience init(_ path: BytePath) throws(StorageFailure) {
        let descriptor = path.withCString { open($0, Self.openFlags | O_NOFOLLOW) }
        guard descriptor >= 0 else { throw StorageFailure(errno: errno) }
        try self.init(closing: descriptor)
    }

    /// Reads an open file, and closes it at the end. Throws `StorageFailure` unless it is a regular file.
    init(closing descriptor: CInt) throws(StorageFailure) {
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        self.descriptor = descriptor
        length = Int64(status.st_size)
        guard isKnown else { throw .hardware }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unsupported }
    }

    deinit {
        close(descriptor)
    }

    /// Why an earlier `read` failed; nil if none did.
    var failure: StorageFailure? {
        let code = error.load(ordering: .relaxed)
        return code == 0 ? nil : StorageFailure(errno: code)
    }

    /// Reads up to `count` bytes from an offset.
    ///
    /// Returns fewer at the end of the file, after a failure, and in a cancelled operation.
    func read(_ count: Int, at offset: Int64) -> [UInt8] {
        guard count > 0, offset >= 0, offset < length, !BlockingIO.isCancelled else { return [] }
        let count = Int(min(Int64(count), length - offset))
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            while size < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[size..<count])
                let found = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(size)))
                if found < 0, errno == EINTR { continue }
                if found < 0 { error.store(errno, ordering: .relaxed) }
                guard found > 0 else { break }
                size += found
            }
        }
    }
}
