/// The lyrics of the library's music, stored apart from the values that lists show.
public protocol LyricsRepository: Sendable {
    /// Returns the lyrics of a song; without lines if it has none.
    ///
    /// Throws `MusicError.notFound` for unknown music and for music that the filter leaves out.
    func lyrics(of id: MusicID, allowing filter: ExplicitFilter) async throws -> Lyrics
}
