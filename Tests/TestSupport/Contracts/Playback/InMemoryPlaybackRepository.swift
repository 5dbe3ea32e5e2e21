public import FermataDomain
import Synchronization

/// Stores the queue in memory. The first `failures` changes throw `error`, and `load` throws `loadError`, if there is one.
public final class InMemoryPlaybackRepository: PlaybackRepository {
    private let playback: Mutex<StoredPlayback>
    private let error, loadError: (any Error)?
    private let failures: Mutex<Int>

    public init(
        _ playback: StoredPlayback = StoredPlayback(), error: (any Error)? = nil, failures: Int = .max,
        loadError: (any Error)? = nil
    ) {
        self.playback = Mutex(playback)
        self.failures = Mutex(failures)
        (self.error, self.loadError) = (error, loadError)
    }

    public func load() async throws -> StoredPlayback {
        if let loadError { throw loadError }
        return playback.withLock { $0 }
    }

    public func store(_ playback: StoredPlayback) async throws {
        try fail()
        self.playback.withLock { $0 = playback }
    }

    public func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> Void
    ) async throws -> StoredPlayback {
        try fail()
        return try playback.withLock { playback in
            var changed = playback
            try change(&changed)
            playback = changed
            return changed
        }
    }

    public func store(_ position: PlaybackPosition) async throws {
        try fail()
        playback.withLock { playback in
            playback.queue.move(toEntry: position.entry ?? -1)
            (playback.elapsed, playback.volume) = (position.elapsed, position.volume)
        }
    }

    private func fail() throws {
        guard let error else { return }
        try failures.withLock { failures in
            guard failures > 0 else { return }
            failures -= 1
            throw error
        }
    }
}
