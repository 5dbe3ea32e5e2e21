import COpenBeneath
import FermataDomain
import Foundation
import Synchronization

/// The folder of a source while it is read.
struct FolderRoot: Sendable {
    /// Without symbolic links.
    let path: BytePath
    private let name: String
    private let id: FileStatus.ID

    /// Returns the absolute path of a folder. Throws `SourceError.invalidAddress` for any other.
    static func absolute(_ path: String) throws(SourceError) -> String {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw .invalidAddress(.notAnAbsolutePath) }
        return path
    }

    /// Throws `SourceFailure` if the folder does not exist or cannot be read.
    init(_ name: String) throws(SourceFailure) {
        do throws(StorageFailure) {
            let status = try FileStatus(of: BytePath(name), followsLinks: true)
            guard status.kind == .folder else { throw .notAFolder }
            guard let path = BytePath(name).resolved else { throw .missing }
            (self.path, self.name, id) = (path, name, status.id)
        } catch {
            throw Self.failure(error, name)
        }
    }

    /// Opens this folder, not another one that has replaced it. Throws `SourceFailure`.
    func open() throws(SourceFailure) -> OpenFolder {
        do throws(StorageFailure) {
            let folder = try OpenFolder(path)
            guard folder.id == id else { throw .missing }
            return folder
        } catch {
            throw Self.failure(error, name)
        }
    }

    private static func failure(_ failure: StorageFailure, _ name: String) -> SourceFailure {
        let cause: FolderFailure =
            switch failure {
            case .missing: .missing
            case .notAFolder: .notAFolder
            default: .unreadable(failure)
            }
        return SourceFailure(.folder(cause), address: name)
    }

    /// Whether this is the same folder of the same disk.
    func isSame(as other: FolderRoot) -> Bool { path == other.path && id == other.id }

    /// Throws `SourceFailure` if the path now leads to another folder, as when its disk was unmounted.
    func checkUnchanged() throws(SourceFailure) {
        guard BytePath(name).resolved == path, (try? FileStatus(of: path))?.id == id else {
            throw failure(.missing)
        }
    }

    func failure(_ failure: FolderFailure) -> SourceFailure { SourceFailure(.folder(failure), address: name) }
}

/// An open folder, below which files are opened: no link leads out of it, not even one that replaces a file meanwhile.
final class OpenFolder: Sendable {
    private static let openFlags = O_RDONLY | O_DIRECTORY

    /// Without symbolic links.
    let path: BytePath
    let id: FileStatus.ID
    private let folder: OpenFile

    /// `path` is without symbolic links. Throws `StorageFailure`.
    init(_ path: BytePath) throws(StorageFailure) {
        self.path = path
        folder = try OpenFile(path, Self.openFlags | O_NOFOLLOW)
        id = FileStatus(try folder.status()).id
    }

    /// Opens a file by its absolute path. Throws `StorageFailure`: `.missing` for a file outside the folder.
    func file(at path: BytePath) throws(StorageFailure) -> AudioFile {
        try AudioFile(OpenFile(closing: open(path, AudioFile.openFlags)))
    }

    /// Returns the entries of this folder or of one below it, sorted by name, without ignored ones.
    ///
    /// `path` is relative to this folder. Throws `StorageFailure`.
    func entries(of path: BytePath) throws(StorageFailure) -> [(name: [UInt8], status: FileStatus)] {
        try list(path) { names, folder throws(StorageFailure) in
            var entries: [(name: [UInt8], status: FileStatus)] = []
            for name in names {
                if BlockingIO.isCancelled { break }
                do throws(StorageFailure) {
                    entries.append((name, try FileStatus(of: name, in: folder)))
                } catch .missing {
                    continue  // removed after the names were read
                }
            }
            return entries
        }
    }

    /// Returns the names in this folder or in one below it, sorted, without ignored ones.
    ///
    /// `path` is relative to this folder. Throws `StorageFailure`.
    func names(of path: BytePath) throws(StorageFailure) -> [[UInt8]] {
        try list(path) { names, _ in names }
    }

    /// Calls `body` with the names in a folder and its descriptor.
    private func list<Value>(
        _ path: BytePath, _ body: ([[UInt8]], CInt) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        let folder = try open(self.path.appending(path), Self.openFlags)
        guard let stream = fdopendir(folder) else {
            defer { close(folder) }
            throw StorageFailure(errno: errno)
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if !BytePath.isIgnored(name) { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw StorageFailure(errno: errno) }
        return try body(names.sorted { $0.lexicographicallyPrecedes($1) }, folder)
    }

    /// Opens an absolute path, and if that fails, the path to which links and `..` in it lead.
    private func open(_ path: BytePath, _ flags: CInt) throws(StorageFailure) -> CInt {
        if let file = path.relative(to: self.path).map({ openBelow($0, flags) }), file >= 0 { return file }
        guard let resolved = path.resolved else { throw StorageFailure(errno: errno) }
        guard let inside = resolved.relative(to: self.path) else { throw .missing }
        let file = openBelow(inside, flags)
        guard file >= 0 else { throw StorageFailure(errno: errno) }
        return file
    }

    private func openBelow(_ path: BytePath, _ flags: CInt) -> CInt {
        BytePath(path.bytes.isEmpty ? [UInt8(ascii: ".")] : path.bytes).withCString {
            open_beneath(folder.descriptor, $0, flags)
        }
    }
}

/// A regular file, opened for reading at any position.
final class AudioFile: Sendable {
    /// At the time of opening.
    let status: FileStatus
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
        status = FileStatus(try file.status())
        guard status.kind == .file else { throw .unsupported }
        self.file = file
    }

    var length: Int64 { status.size }
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

    init(_ status: stat) {
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
