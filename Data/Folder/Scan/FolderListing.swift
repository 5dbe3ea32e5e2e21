import FermataDomain

/// The entries of one folder, sorted by name, without ignored ones.
struct FolderListing: Sendable {
    private(set) var files: [FolderFile] = []
    private(set) var playlists: [FolderFile] = []
    /// Folders, including targets of symbolic links, which may form loops.
    private(set) var folders: [(path: BytePath, id: FileStatus.ID)] = []

    /// Lists a folder below a root; `path` is relative to it.
    ///
    /// A link is followed if its target is within the root and not listed itself, as in a hidden folder. A link to the
    /// picture or the lyrics of songs is followed to any target within the root. Throws `StorageFailure`.
    init(_ path: BytePath, in root: OpenFolder) throws(StorageFailure) {
        let entries = try root.entries(of: path).map { name, status in
            let target = status.kind == .link ? Self.target(of: path.appending(name), in: root.path) : nil
            return (name, status: target?.status ?? status, isRepeated: target?.isListed ?? false)
        }
        let sidecars = SidecarFiles(entries.map { ($0.0, $0.status) }, of: path)
        for (name, status, isRepeated) in entries where !isRepeated { add(path.appending(name), status, sidecars) }
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

    /// The status of a link's target within the root, and whether another listing has the target.
    private static func target(of link: BytePath, in root: BytePath) -> (status: FileStatus, isListed: Bool)? {
        guard let target = root.appending(link).resolved, let inside = target.relative(to: root),
            let status = try? FileStatus(of: target)
        else { return nil }
        return (status, !inside.isIgnored)
    }
}
