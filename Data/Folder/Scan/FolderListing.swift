import FermataDomain
import Foundation

/// The entries of one folder, sorted by name, without hidden ones.
struct FolderListing: Sendable {
    private(set) var files: [FolderFile] = []
    private(set) var playlists: [FolderFile] = []
    /// Folders, including targets of symbolic links, which may form loops.
    private(set) var folders: [(path: BytePath, id: FileStatus.ID)] = []

    /// Lists a folder below a root without symbolic links; `path` is relative to it.
    ///
    /// A link is followed if its target is within the root and not listed itself, as in a hidden folder. Throws
    /// `StorageFailure`.
    init(_ path: BytePath, in root: BytePath) throws(StorageFailure) {
        var entries: [(name: [UInt8], status: FileStatus)] = []
        for name in try Self.names(in: root.appending(path)).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            do throws(StorageFailure) {
                entries.append((name, try FileStatus(of: root.appending(path.appending(name)))))
            } catch .missing {
                continue  // removed after the names were read
            }
        }
        let sidecars = SidecarFiles(entries, of: path)
        for (name, status) in entries {
            let entry = path.appending(name)
            add(entry, status.kind == .link ? Self.target(of: entry, in: root) ?? status : status, sidecars)
        }
    }

    private mutating func add(_ path: BytePath, _ status: FileStatus, _ sidecars: SidecarFiles) {
        switch status.kind {
        case .folder: folders.append((path, status.id))
        case .file:
            let file = FolderFile(path: path, status: status, sidecars: sidecars)
            if file.kind == .playlist { playlists.append(file) }
            if file.kind == .audio || file.kind == .unknown { files.append(file) }
        case .link, .other: break
        }
    }

    /// The status of a link's target if the listing has to follow it.
    private static func target(of link: BytePath, in root: BytePath) -> FileStatus? {
        guard let target = root.appending(link).resolved, let inside = target.relative(to: root), inside.isHidden else {
            return nil
        }
        return try? FileStatus(of: target)
    }

    private static func names(in folder: BytePath) throws(StorageFailure) -> [[UInt8]] {
        guard let stream = folder.withCString({ opendir($0) }) else { throw StorageFailure(errno: errno) }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw StorageFailure(errno: errno) }
        return names
    }
}
