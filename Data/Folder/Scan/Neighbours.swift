/// The files beside the songs of one folder that belong to them: pictures and lyrics.
struct Neighbours: Sendable {
    private static let pictureStems = ["cover", "folder", "front"]
    private static let pictureExtensions = ["jpg", "jpeg", "png"]

    /// The picture of every song in the folder.
    let picture: BytePath?
    private let pictureStatus: FileStatus?
    private let lyrics: [[UInt8]: (path: BytePath, status: FileStatus?)]

    init(_ names: [[UInt8]], of folder: BytePath, in root: BytePath) {
        var pictures: [String: [UInt8]] = [:]
        var lyrics: [[UInt8]: (path: BytePath, status: FileStatus?)] = [:]
        for name in names {
            let path = BytePath(name)
            let type = path.fileExtension
            if type == "lrc" {
                let path = folder.appending(name)
                lyrics[BytePath(name).stem.bytes] = (path, try? FileStatus(of: root.appending(path)))
            } else if Self.pictureExtensions.contains(type) {
                pictures[path.text.lowercased()] = name
            }
        }
        let preferred = Self.pictureStems.flatMap { stem in Self.pictureExtensions.map { "\(stem).\($0)" } }
        picture = preferred.lazy.compactMap { pictures[$0] }.first.map { folder.appending($0) }
        pictureStatus = picture.flatMap { try? FileStatus(of: root.appending($0)) }
        self.lyrics = lyrics
    }

    /// `NAME.lrc` beside a song; nil if there is none.
    func lyrics(of song: BytePath) -> BytePath? { lyrics[BytePath(song.name).stem.bytes]?.path }

    /// What changes if the song's picture or lyrics change.
    func stamp(of song: BytePath) -> [Int64] {
        [pictureStatus, lyrics[BytePath(song.name).stem.bytes]?.status].flatMap { status in
            status.map { [$0.size, $0.modified, $0.changed] } ?? [-1]
        }
    }
}
