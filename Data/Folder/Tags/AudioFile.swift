import FermataDomain
import Foundation

/// A regular file, opened for reading at any position.
final class AudioFile: Sendable {
    let length: Int64
    let descriptor: CInt

    /// Throws `StorageFailure`.
    init(_ path: BytePath) throws(StorageFailure) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { throw StorageFailure(errno: errno) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        self.descriptor = descriptor
        length = Int64(status.st_size)
        guard isFile else { throw .nameInUse }
    }

    deinit {
        close(descriptor)
    }

    /// Reads up to `count` bytes from an offset; fewer at the end of the file or if the disk reports an error.
    func read(_ count: Int, at offset: Int64) -> [UInt8] {
        guard count > 0, offset >= 0, offset < length else { return [] }
        let count = min(count, Int(min(length - offset, Int64(Int.max))))
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            while size < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[size..<count])
                let found = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(size)))
                if found < 0, errno == EINTR { continue }
                guard found > 0 else { break }
                size += found
            }
        }
    }
}
