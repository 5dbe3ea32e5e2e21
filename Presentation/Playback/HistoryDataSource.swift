package import FermataDomain
package import Foundation

/// Provides the songs that were played, and records plays.
package struct HistoryDataSource: Sendable {
    private let getMusic: GetMusicUsecase
    private let getHistory: GetHistoryUsecase
    private let recordPlay: RecordPlayUsecase
    private let now: @Sendable () -> Date

    package init(
        getMusic: GetMusicUsecase, getHistory: GetHistoryUsecase, recordPlay: RecordPlayUsecase,
        now: @escaping @Sendable () -> Date
    ) {
        self.getMusic = getMusic
        self.getHistory = getHistory
        self.recordPlay = recordPlay
        self.now = now
    }

    /// A window of the history, the last play first.
    package func list(_ window: Window) async throws -> [HistoryCellModel] {
        let now = now()
        return try await getHistory.execute(window).map { HistoryCellModel($0, now: now) }
    }

    /// The number of plays that the listener may see.
    package func count() async throws -> Int { try await getHistory.count() }

    /// Records a play and returns its row. Throws `PlayInputError`, `MusicError` and `HistoryError`.
    package func add(_ input: PlayInputModel) async throws -> HistoryCellModel {
        let started = try input.start()
        let song = try await getMusic.find(input.music)
        return HistoryCellModel(try await recordPlay.execute(song.id, started: started), now: now())
    }
}
