/// The pictures and lyrics beside the songs of one folder.
struct SidecarFiles: Sendable {
    private static let pictureStems = ["cover", "folder", "front"]
    private static let pictureExtensions = ["jpg", "jpeg", "png"]

    /// The picture of every song in the folder.
    let picture: BytePath?
    private let pictureStatus: FileStatus?
    private let lyrics: [[UInt8]: (path: BytePath, status: FileStatus)]

    /// `entries` are those of a folder, by name. Symbolic links are ignored: they may lead out of the root.
    init(_ entries: [(name: [UInt8], status: FileStatus)], of folder: BytePath) {
        var pictures: [String: (path: BytePath, status: FileStatus)] = [:]
        var lyrics: [[UInt8]: (path: BytePath, status: FileStatus)] = [:]
        for (name, status) in entries where status.kind == .file {
            let (path, type) = (BytePath(name), BytePath(name).fileExtension)
            if type == "lrc" {
                lyrics[path.stem.bytes] = (folder.appending(name), status)
            } else if Self.pictureExtensions.contains(type) {
                pictures[path.text.lowercased()] = (folder.appending(name), status)
            }
        }
        let preferred = Self.pictureStems.flatMap { stem in Self.pictureExtensions.map { "\(stem).\($0)" } }
        let picture = preferred.lazy.compactMap { pictures[$0] }.first
        (self.picture, pictureStatus, self.lyrics) = (picture?.path, picture?.status, lyrics)
    }

    /// `NAME.lrc` beside a song; nil if there is none.
    func lyrics(of song: BytePath) -> BytePath? { lyrics[BytePath(song.name).stem.bytes]?.path }

    /// Numbers that change if the song's picture or lyrics change.
    func stamp(of song: BytePath) -> [Int64] {
        [pictureStatus, lyrics[BytePath(song.name).stem.bytes]?.status].flatMap { status in
            status.map { [$0.size, $0.modified, $0.changed] } ?? [-1]
        }
    }
}
