import COpenBeneath
import FermataDomain
import Foundation

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
        id = try FileStatus(of: folder.descriptor).id
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
