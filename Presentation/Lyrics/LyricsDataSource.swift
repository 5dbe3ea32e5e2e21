public import FermataDomain

/// Provides the lyrics of songs.
public struct LyricsDataSource: Sendable {
    private let getMusic: GetMusicUsecase
    private let getLyrics: GetLyricsUsecase

    public init(getMusic: GetMusicUsecase, getLyrics: GetLyricsUsecase) {
        self.getMusic = getMusic
        self.getLyrics = getLyrics
    }

    /// Returns the lyrics of the one song whose id begins with the text. Throws `MusicError`.
    public func screen(of typed: String, at elapsed: Duration? = nil) async throws -> LyricsScreen {
        let music = try await getMusic.find(typed)
        return LyricsScreen(MusicCellModel(music), lyrics: try await getLyrics.execute(of: music.id), elapsed: elapsed)
    }
}
