public import FermataDomain
public import Foundation
import GRDB

/// The queue and its position in a library on disk.
public struct SQLitePlaybackRepository: PlaybackRepository {
    private let library: SQLiteLibrary
    private let now: @Sendable () -> Date

    /// `now` provides the times of changes.
    public init(library: SQLiteLibrary, now: @escaping @Sendable () -> Date) {
        self.library = library
        self.now = now
    }

    public func load() async throws -> StoredPlayback {
        try await library.read { db in try PlaybackTable.stored(in: db) }
    }

    public func changed() async throws -> Date? {
        try await library.read { db in try PlaybackTable.changed(in: db) }
    }

    public func store(_ playback: StoredPlayback) async throws {
        try await library.write { [now] db in try PlaybackTable.store(playback, at: now(), in: db) }
    }

    public func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> QueueEdit?
    ) async throws -> PlaybackUpdate {
        try await library.write { [now] db in
            var edit: QueueEdit?
            let time = now()
            let (before, after) = try PlaybackTable.update(at: time, in: db) { edit = try change(&$0) }
            let number = try edit.map { try QueueUndo.record($0, made: time, in: db) }
            return PlaybackUpdate(from: before, to: after, change: number)
        }
    }

    public func undo(
        change number: Int, after prepare: @escaping @Sendable (inout StoredPlayback) -> Void
    ) async throws -> StoredPlayback {
        try await library.write { [now] db in
            try QueueUndo.restore(change: Int64(number), at: now(), in: db, after: prepare)
        }
    }

    public func store(_ position: PlaybackPosition) async throws {
        try await library.write { [now] db in try PlaybackTable.store(position, at: now(), in: db) }
    }
}
