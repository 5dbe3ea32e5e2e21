import FermataDomain

/// Lists a folder and the folders below it, each before the folders that it contains, in the order of their names.
struct FolderWalk {
    private let root: OpenFolder
    private var pending: [BytePath]
    /// The folders of the walk; each is entered once, so that loops end.
    private var entered: Set<FileStatus.ID> = []

    init(_ root: OpenFolder) {
        self.root = root
        pending = [BytePath([])]
    }

    /// A folder of the walk, and its listing or failure.
    struct Step: Sendable {
        let folder: BytePath
        let listing: Result<FolderListing, StorageFailure>
    }

    /// Lists the next folder after calling `willList` with its path; returns nil at the end.
    mutating func next(willList: (BytePath) -> Void = { _ in }) async throws -> Step? {
        try Task.checkCancellation()
        guard let folder = pending.popLast() else { return nil }
        willList(folder)
        let listing = try await BlockingIO.runCancellable { [root] in
            Result { () throws(StorageFailure) in try FolderListing(folder, in: root) }
        }
        if case .success(let listing) = listing {
            pending += listing.folders.filter { entered.insert($0.id).inserted }.map(\.path).reversed()
        }
        return Step(folder: folder, listing: listing)
    }
}

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

/// A file of a folder that may be a song or a playlist.
struct FolderFile: Sendable {
    enum Kind: Sendable { case audio, playlist, unknown, other }

    private static let audioExtensions: Set<String> = [
        "mp3", "mp2", "m4a", "m4b", "aac", "flac", "ogg", "oga", "opus", "spx", "wav", "aif", "aiff", "aifc", "wma",
        "asf", "ape", "wv", "mpc", "tta",
    ]
    private static let playlistExtensions: Set<String> = ["m3u", "m3u8", "xspf", "pls"]
    private static let otherExtensions: Set<String> = [
        "jpg", "jpeg", "png", "gif", "webp", "bmp", "tif", "tiff", "svg", "psd", "txt", "log", "nfo", "md", "html",
        "htm", "pdf", "doc", "docx", "rtf", "xml", "json", "csv", "ini", "db", "sqlite", "cue", "lrc", "accurip",
        "md5", "sha1", "sha256", "sfv", "par2", "zip", "rar", "7z", "gz", "xz", "tar", "iso", "mkv", "avi", "mpg",
        "mpeg", "webm", "mov", "exe", "url", "torrent", "part", "tmp",
    ]

    /// Relative to the source's folder.
    let path: BytePath
    /// The picture beside the song, relative to the source's folder.
    let picture: BytePath?
    /// The lyrics beside the song, relative to the source's folder.
    let lyrics: BytePath?
    /// Identifies the path.
    let id: UInt64
    /// Differs whenever the file, its picture or its lyrics may have changed.
    let stamp: UInt64

    init(path: BytePath, status: FileStatus, sidecars: SidecarFiles) {
        self.path = path
        picture = sidecars.picture
        lyrics = sidecars.lyrics(of: path)
        id = StableHash(path.bytes).value
        let own = [status.size, status.modified, status.changed]
        stamp = StableHash(path.bytes, own + sidecars.stamp(of: path)).value
    }

    /// The kind by the extension; the content of a file with an unknown extension decides whether it is a song.
    var kind: Kind {
        let type = path.fileExtension
        if Self.audioExtensions.contains(type) { return .audio }
        if Self.playlistExtensions.contains(type) { return .playlist }
        return Self.otherExtensions.contains(type) ? .other : .unknown
    }
}

/// The pictures and lyrics beside the songs of one folder.
struct SidecarFiles: Sendable {
    private static let pictureStems = ["cover", "folder", "front"]
    private static let pictureExtensions = ["jpg", "jpeg", "png"]

    /// The picture of every song in the folder.
    let picture: BytePath?
    private let pictureStatus: FileStatus?
    private let lyrics: [[UInt8]: Lyrics]
    /// The lyrics with names that are not ASCII. Strings are equal if they are canonically equivalent.
    private let equivalents: [String: Lyrics]

    private struct Lyrics: Sendable {
        let path: BytePath
        let status: FileStatus
    }

    /// `entries` are those of a folder, by name; a link within the root has the status of its target.
    init(_ entries: [(name: [UInt8], status: FileStatus)], of folder: BytePath) {
        var pictures: [String: (path: BytePath, status: FileStatus)] = [:]
        var (lyrics, equivalents) = ([[UInt8]: Lyrics](), [String: Lyrics]())
        for (name, status) in entries where status.kind == .file {
            let (path, type) = (BytePath(name), BytePath(name).fileExtension)
            if type == "lrc" {
                let file = Lyrics(path: folder.appending(name), status: status)
                lyrics[path.stem.bytes] = file
                if let text = Self.equivalentText(path.stem.bytes) { equivalents[text] = file }
            } else if Self.pictureExtensions.contains(type) {
                pictures[path.text.lowercased()] = (folder.appending(name), status)
            }
        }
        let preferred = Self.pictureStems.flatMap { stem in Self.pictureExtensions.map { "\(stem).\($0)" } }
        let picture = preferred.lazy.compactMap { pictures[$0] }.first
        (self.picture, pictureStatus) = (picture?.path, picture?.status)
        (self.lyrics, self.equivalents) = (lyrics, equivalents)
    }

    /// `NAME.lrc` beside a song, else a file with an equivalent name; nil if there is none.
    func lyrics(of song: BytePath) -> BytePath? { file(of: song)?.path }

    /// Numbers that change if the song's picture or lyrics change.
    func stamp(of song: BytePath) -> [Int64] {
        [pictureStatus, file(of: song)?.status].flatMap { status in
            status.map { [$0.size, $0.modified, $0.changed] } ?? [-1]
        }
    }

    private func file(of song: BytePath) -> Lyrics? {
        if lyrics.isEmpty { return nil }
        let stem = BytePath(song.name).stem.bytes
        return lyrics[stem] ?? Self.equivalentText(stem).flatMap { equivalents[$0] }
    }

    /// The text of a name that is not ASCII; nil for other names, which have no equivalent one.
    private static func equivalentText(_ name: [UInt8]) -> String? {
        name.contains { $0 >= 0x80 } ? String(validating: name, as: UTF8.self) : nil
    }
}

/// The stamps of all files below a folder, to find what has changed without opening a file.
///
/// Memory grows by some 50 bytes per file.
struct FolderSnapshot: Sendable {
    private(set) var stamps: [UInt64: UInt64] = [:]
    /// The songs of the last fetch whose stamps have changed.
    private(set) var changedSongs: [FolderFile] = []
    /// Changes whenever a song, playlist, picture or text of lyrics does.
    private(set) var state: UInt64 = 0
    private(set) var isEmpty = true

    /// Walks through a folder. `songs` are the stamps of known songs by file.
    init(_ root: OpenFolder, songs: [UInt64: UInt64] = [:]) async throws {
        var walk = FolderWalk(root)
        state = StableHash(root.path.bytes).value
        while let step = try await walk.next() {
            guard case .success(let listing) = step.listing else {
                state ^= StableHash(step.folder.bytes, [-1]).value
                continue
            }
            for file in listing.files {
                stamps[file.id] = file.stamp
                if let stamp = songs[file.id], stamp != file.stamp { changedSongs.append(file) }
            }
            for file in listing.files + listing.playlists { state ^= file.stamp }
            isEmpty = isEmpty && listing.files.isEmpty && listing.playlists.isEmpty
        }
    }
}
