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
