import FermataDomain
import Foundation

/// A temporary file of this program, mapped into memory for reading.
final class MappedFile: Sendable {
    private let start: Int
    private let count: Int

    /// Throws `StorageFailure`. The file must not become shorter while it is mapped.
    init(_ descriptor: CInt) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageFailure(errno: errno) }
        count = Int(status.st_size)
        let address = mmap(nil, max(1, count), PROT_READ, MAP_SHARED, descriptor, 0)
        guard let address, address != MAP_FAILED else { throw StorageFailure(errno: errno) }
        start = Int(bitPattern: address)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(bitPattern: start), max(1, count))
    }

    /// Valid as long as the file is mapped.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: start), count: count)
    }
}
