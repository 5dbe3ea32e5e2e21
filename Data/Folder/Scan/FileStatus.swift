import FermataDomain
import Foundation

/// The metadata of a file, read without opening it.
struct FileStatus: Hashable, Sendable {
    enum Kind: Sendable { case file, folder, link, other }

    /// Identifies a file on a computer.
    struct ID: Hashable, Sendable {
        let device: UInt64
        let file: UInt64
    }

    let kind: Kind
    let id: ID
    let size: Int64
    /// When the content changed, and when the content or the metadata changed, in nanoseconds since 1970.
    ///
    /// Some tag editors restore `modified`; none can restore `changed`.
    let modified: Int64
    let changed: Int64

    /// Does not follow a symbolic link unless `followsLinks` is true. Throws `StorageFailure`.
    init(of path: BytePath, followsLinks: Bool = false) throws(StorageFailure) {
        var status = stat()
        let result = path.withCString { followsLinks ? stat($0, &status) : lstat($0, &status) }
        guard result == 0 else { throw StorageFailure(errno: errno) }
        self.init(status)
    }

    /// The status of an entry of an open folder; does not follow a symbolic link. Throws `StorageFailure`.
    init(of name: [UInt8], in folder: CInt) throws(StorageFailure) {
        var status = stat()
        let result = BytePath(name).withCString { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }
        guard result == 0 else { throw StorageFailure(errno: errno) }
        self.init(status)
    }

    /// The status of an open file. Throws `StorageFailure`.
    init(of descriptor: CInt) throws(StorageFailure) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageFailure(errno: errno) }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        id = ID(device: UInt64(status.st_dev), file: UInt64(status.st_ino))
        size = Int64(status.st_size)
        modified = Self.nanoseconds(FileTime.modified(status))
        changed = Self.nanoseconds(FileTime.changed(status))
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
