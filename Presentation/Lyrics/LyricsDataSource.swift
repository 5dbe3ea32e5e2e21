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
        try await screen(of: MusicCellModel(try await getMusic.find(typed)), at: elapsed)
    }

    /// Returns the lyrics of a row's song. Throws `MusicError`.
    public func screen(of row: MusicCellModel, at elapsed: Duration? = nil) async throws -> LyricsScreen {
        LyricsScreen(row, lyrics: try await getLyrics.execute(of: row.id), elapsed: elapsed)
    }

    /// Returns rows that state whether the library stores lyrics of their songs.
    public func marking(_ rows: [MusicCellModel]) async throws -> [MusicCellModel] {
        let songs = try await getLyrics.songsWithLyrics(among: rows.map(\.id))
        return rows.map { row in
            var row = row
            row.hasLyrics = songs.contains(row.id)
            return row
        }
    }

    /// Returns batches of rows that state whether the library stores lyrics of their songs.
    public func marking(
        _ batches: any AsyncSequence<[MusicCellModel], any Error> & Sendable
    ) -> any AsyncSequence<[MusicCellModel], any Error> & Sendable {
        Self.map(batches) { try await marking($0) }
    }

    private static func map<Batches: AsyncSequence<[MusicCellModel], any Error> & Sendable>(
        _ batches: Batches, _ change: @escaping @Sendable ([MusicCellModel]) async throws -> [MusicCellModel]
    ) -> any AsyncSequence<[MusicCellModel], any Error> & Sendable {
        batches.map { try await change($0) }
    }
}
