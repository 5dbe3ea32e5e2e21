public import Foundation

/// Records that a song was played, unless the listener may not have it.
public struct RecordPlayUsecase: Sendable {
    private let music: any MusicRepository
    private let history: any HistoryRepository
    private let listener: Listener

    public init(music: any MusicRepository, history: any HistoryRepository, listener: Listener) {
        self.music = music
        self.history = history
        self.listener = listener
    }

    /// Returns once the play is stored durably. Throws `MusicError.notFound`, also for a hidden song.
    public func execute(_ song: MusicID, started: Date) async throws {
        let song = try await music.music(song, allowedBy: listener)
        try await history.add(Play(song.id, started: started))
    }
}
