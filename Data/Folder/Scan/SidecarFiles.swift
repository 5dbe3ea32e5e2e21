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
