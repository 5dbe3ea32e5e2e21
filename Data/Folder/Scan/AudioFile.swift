import FermataDomain
import Foundation
import Synchronization

/// A regular file, opened for reading at any position.
final class AudioFile: Sendable {
    let length: Int64
    private let file: OpenFile
    private let lastFailure = Mutex<StorageFailure?>(nil)

    /// Flags for opening a file without waiting for a pipe.
    static let openFlags = O_RDONLY | O_NONBLOCK

    /// Opens the file at a path, which is no symbolic link. Throws `StorageFailure`.
    convenience init(_ path: BytePath) throws(StorageFailure) {
        try self.init(OpenFile(path, Self.openFlags | O_NOFOLLOW))
    }

    /// Throws `StorageFailure` unless the file is a regular one.
    init(_ file: OpenFile) throws(StorageFailure) {
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unsupported }
        (self.file, length) = (file, Int64(status.st_size))
    }

    var descriptor: CInt { file.descriptor }

    /// Why an earlier `read` failed; nil if none did.
    var failure: StorageFailure? { lastFailure.withLock(\.self) }

    /// Reads up to `count` bytes from an offset.
    ///
    /// Returns fewer at the end of the file, after a failure, and in a cancelled operation.
    func read(_ count: Int, at offset: Int64) -> [UInt8] {
        guard count > 0, offset >= 0, offset < length, !BlockingIO.isCancelled else { return [] }
        let count = Int(min(Int64(count), length - offset))
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            let bytes = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count)
            let read = file.read(into: bytes, at: offset)
            if let failure = read.failure { lastFailure.withLock { $0 = failure } }
            size = read.count
        }
    }
}
