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
