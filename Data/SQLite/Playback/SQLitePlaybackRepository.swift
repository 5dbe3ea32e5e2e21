public import FermataDomain
import GRDB

/// The queue and its position in a library on disk.
public struct SQLitePlaybackRepository: PlaybackRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func load() async throws -> StoredPlayback {
        try await library.read { db in try PlaybackTable.stored(in: db) }
    }

    public func store(_ playback: StoredPlayback) async throws {
        try await library.write { db in try PlaybackTable.store(playback, in: db) }
    }

    public func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> Void
    ) async throws -> StoredPlayback {
        try await library.write { db in try PlaybackTable.update(in: db, change) }
    }

    public func store(_ position: PlaybackPosition) async throws {
        try await library.write { db in try PlaybackTable.store(position, in: db) }
    }
}
