/// The sizes beyond which the response of a server, or a part of it, is rejected.
enum SubsonicLimits {
    /// Bytes of a response, decompressed.
    static let responseBytes = 64 << 20
    /// Bytes of a response without the lists in it.
    static let valueBytes = 1 << 20
    /// Bytes of an element of a list, such as the lyrics in one language.
    static let elementBytes = 4 << 20
    /// Elements of a list inside an element, such as the lines of lyrics, which are the longest of these lists.
    static let elementsOfValue = LRCParser.lineLimit
    /// Pages in a row that have only videos and the like: more than any server has, as are the following numbers.
    static let pagesWithoutSongs = 1_000
    /// Parts in a row that a server does not send, such as albums, before it counts as one that sends nothing.
    static let unreadableParts = 20
    static let albums = 500_000
    static let songsOfAlbum = 50_000
    static let playlists = 100_000
    /// Songs of a playlist, and songs with a star.
    static let references = 250_000
    /// Forms of a song's lyrics, such as languages.
    static let lyricsOfSong = 20
}
