public import FermataDomain
import Synchronization

/// Stores the queue in memory. Every change throws `error`, and `load` throws `loadError`, if there is one.
public final class InMemoryPlaybackRepository: PlaybackRepository {
    private let playback: Mutex<StoredPlayback>
    private let error, loadError: (any Error)?

    public init(
        _ playback: StoredPlayback = StoredPlayback(), error: (any Error)? = nil, loadError: (any Error)? = nil
    ) {
        self.playback = Mutex(playback)
        (self.error, self.loadError) = (error, loadError)
    }

    public func load() async throws -> StoredPlayback {
        if let loadError { throw loadError }
        return playback.withLock { $0 }
    }

    public func store(_ playback: StoredPlayback) async throws {
        if let error { throw error }
        self.playback.withLock { $0 = playback }
    }

    public func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> Void
    ) async throws -> StoredPlayback {
        if let error { throw error }
        return try playback.withLock { playback in
            var changed = playback
            try change(&changed)
            playback = changed
            return changed
        }
    }

    public func store(_ position: PlaybackPosition) async throws {
        if let error { throw error }
        playback.withLock { playback in
            playback.queue.move(toEntry: position.entry ?? -1)
            (playback.elapsed, playback.volume) = (position.elapsed, position.volume)
        }
    }
}
