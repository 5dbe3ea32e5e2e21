public import Foundation

/// Records that a song was played, unless the listener may not have it.
public struct RecordPlayUsecase: Sendable {
    private let music: any MusicRepository
    private let history: any HistoryRepository
    private let listener: Listener
    private let now: @Sendable () -> Date

    public init(
        music: any MusicRepository, history: any HistoryRepository, listener: Listener,
        now: @escaping @Sendable () -> Date
    ) {
        self.music = music
        self.history = history
        self.listener = listener
        self.now = now
    }

    /// How much the clock of another computer may be ahead.
    private static let tolerance: TimeInterval = 86_400

    /// Returns the play once it is stored durably. A start that is at most a day in the future counts as now.
    ///
    /// Throws `MusicError.notFound`, also for a hidden song, and `HistoryError` for a later start or one before 1970.
    @discardableResult
    public func execute(_ song: MusicID, started: Date) async throws -> PlayedSong {
        let now = now()
        guard started.timeIntervalSince1970 >= 0, started <= now + Self.tolerance else {
            throw HistoryError.impossibleStart
        }
        let started = min(started, now)
        let song = try await music.music(song, allowedBy: listener)
        try await history.add(Play(song.id, started: started))
        return PlayedSong(song, started: started)
    }
}
