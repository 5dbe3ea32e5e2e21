/// The lyrics of the library's music, stored apart from the values that lists show.
public protocol LyricsRepository: Sendable {
    /// Returns the lyrics of a song; without lines if it has none.
    ///
    /// Throws `MusicError.notFound` for unknown music and for music that the filter excludes.
    func lyrics(of id: MusicID, allowing filter: ExplicitFilter) async throws -> Lyrics

    /// Returns those of some songs for which the library stores lyrics, without songs that the filter excludes.
    func songsWithLyrics(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID>

    /// Returns the song's identity in each of its sources with keys, in the order in which the sources were added.
    ///
    /// Such a source lists its songs without their lyrics, and provides them on request.
    func origins(of id: MusicID) async throws -> [LyricsOrigin]

    /// Stores the lyrics that a source has provided on request. A sync of the source does not remove them.
    ///
    /// Does nothing if the song has received lyrics or is no longer in the library.
    func store(_ lyrics: Lyrics, of id: MusicID) async throws
}

/// A source that provides lyrics on request only, one song at a time.
public protocol RemoteLyricsRepository: Sendable {
    /// Returns the lyrics of a song; without lines if the source has none. Throws `SourceFailure`.
    func lyrics(of song: LyricsOrigin) async throws -> Lyrics
}

/// A song's identity in a source that may provide its lyrics on request.
public struct LyricsOrigin: Equatable, Sendable {
    /// The source's name.
    public let source: String
    /// The song's identity within its source.
    public let key: String
    public let title: String
    public let artist: String

    public init(source: String, key: String, title: String, artist: String) {
        (self.source, self.key, self.title, self.artist) = (source, key, title, artist)
    }
}
