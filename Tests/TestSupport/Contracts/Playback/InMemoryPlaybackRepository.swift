public import FermataDomain
public import Foundation
import Synchronization

/// Stores the queue in memory. The first `failures` changes throw `error`, and `load` throws `loadError`, if there is one.
public final class InMemoryPlaybackRepository: PlaybackRepository {
    private let playback: Mutex<StoredPlayback>
    private let time = Mutex<Date?>(nil)
    private let edits = Mutex<(last: Int, recorded: [Int: QueueEdit])>((0, [:]))
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

    public func changed() async throws -> Date? { time.withLock { $0 } }

    public func store(_ playback: StoredPlayback) async throws {
        try fail()
        self.playback.withLock { $0 = playback }
        setTime()
    }

    public func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> QueueEdit?
    ) async throws -> PlaybackUpdate {
        try fail()
        return try playback.withLock { playback in
            let before = playback
            var changed = playback
            changed.client = nil
            let number = try change(&changed).map(record)
            playback = changed
            setTime()
            return PlaybackUpdate(from: before, to: changed, change: number)
        }
    }

    public func undo(
        change number: Int, after prepare: @escaping @Sendable (inout StoredPlayback) -> Void
    ) async throws -> StoredPlayback {
        try fail()
        let edit = edits.withLock { $0.recorded.removeValue(forKey: number) }
        guard let edit else { throw PlayerError.nothingToUndo }
        return playback.withLock { playback in
            playback.client = nil
            prepare(&playback)
            playback.undo(edit)
            setTime()
            return playback
        }
    }

    private func record(_ edit: QueueEdit) -> Int {
        edits.withLock { edits in
            edits.last += 1
            edits.recorded[edits.last] = edit
            return edits.last
        }
    }

    public func store(_ position: PlaybackPosition) async throws {
        try fail()
        playback.withLock { playback in
            playback.queue.move(toEntry: position.entry ?? -1)
            playback.client = nil
            (playback.elapsed, playback.volume) = (position.elapsed, position.volume)
        }
        setTime()
    }

    private func setTime() { time.withLock { $0 = Date() } }

    private func fail() throws {
        guard let error else { return }
        try failures.withLock { failures in
            guard failures > 0 else { return }
            failures -= 1
            throw error
        }
    }
}
