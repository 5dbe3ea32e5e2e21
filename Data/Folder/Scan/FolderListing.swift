import FermataDomain

/// The entries of one folder, sorted by name, without hidden ones.
struct FolderListing: Sendable {
    private(set) var files: [FolderFile] = []
    private(set) var playlists: [FolderFile] = []
    /// Folders, including targets of symbolic links, which may form loops.
    private(set) var folders: [(path: BytePath, id: FileStatus.ID)] = []

    /// Lists a folder below a root; `path` is relative to it.
    ///
    /// A link is followed if its target is within the root and not listed itself, as in a hidden folder. Throws
    /// `StorageFailure`.
    init(_ path: BytePath, in root: OpenFolder) throws(StorageFailure) {
        let entries = try root.entries(of: path)
        let sidecars = SidecarFiles(entries, of: path)
        for (name, status) in entries {
            let entry = path.appending(name)
            add(entry, status.kind == .link ? Self.target(of: entry, in: root.path) ?? status : status, sidecars)
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
}
