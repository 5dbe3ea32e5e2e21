public import FermataDomain
import Synchronization

/// Stores the queue in memory. The first `failures` changes throw `error`, and `load` throws `loadError`, if there is one.
public final class InMemoryPlaybackRepository: PlaybackRepository {
    private let playback: Mutex<StoredPlayback>
    private let edits = Mutex<[Int: QueueEdit]>([:])
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

    public func store(_ playback: StoredPlayback, recording edit: QueueEdit?) async throws -> Int? {
        try fail()
        self.playback.withLock { $0 = playback }
        return edit.map(record)
    }

    public func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> QueueEdit?
    ) async throws -> StoredPlayback {
        try fail()
        return try playback.withLock { playback in
            var changed = playback
            if let edit = try change(&changed) { _ = record(edit) }
            playback = changed
            return changed
        }
    }

    public func undo(
        change number: Int, after prepare: @escaping @Sendable (inout StoredPlayback) -> Void
    ) async throws -> StoredPlayback {
        try fail()
        guard let edit = edits.withLock({ $0.removeValue(forKey: number) }) else { throw PlayerError.nothingToUndo }
        return playback.withLock { playback in
            prepare(&playback)
            playback.undo(edit)
            return playback
        }
    }

    private func record(_ edit: QueueEdit) -> Int {
        edits.withLock { edits in
            let number = (edits.keys.max() ?? 0) + 1
            edits[number] = edit
            return number
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
