import FermataDomain
import Synchronization

/// Writes the playlists of one source into a library in memory.
actor InMemoryPlaylistSyncSession: SyncSession {
    private(set) var summary = SyncSummary()
    private let library: InMemoryMusicRepository
    private let source: String
    private var count = 0
    private var seen: Set<PlaylistID> = []
    private var detector: InMemorySyncConflictDetector

    /// Throws `SourceError.notFound`.
    init(library: InMemoryMusicRepository, source: String) throws {
        detector = try InMemorySyncConflictDetector(source, readsPlaylists: true, in: library)
        self.library = library
        self.source = source
    }

    var revision: String? { library.state.withLock { $0.playlistRevisions[source] } }

    func apply(_ batch: RemotePlaylistBatch) throws {
        try detector.beginWriting()
        batch.rejected.forEach { summary.reject($0) }
        for (playlist, position) in zip(batch.playlists, batch.positions(after: count)) {
            apply(playlist, at: position)
        }
        count += batch.count
    }

    func flush() -> SyncSummary { summary }

    func finish(_ result: RemoteFetchResult) throws -> SyncSummary {
        guard case .complete(let revision) = result else { return summary }
        try detector.beginWriting()
        library.state.withLock { [detector] state in
            let rejected = summary.rejectedCount - summary.repeatedCount
            if rejected <= state.playlistsRejected[source, default: 0], detector.isOnlySync {
                let gone = state.playlists.filter { $0.value.source == source && !seen.contains($0.key) }
                for id in gone.keys { state.playlists[id] = nil }
                summary.removed = gone.count
            }
            state.playlistsRejected[source] = rejected
            state.playlistRevisions[source] = detector.isOnlySync ? revision : nil
        }
        return summary
    }

    func cancel() {}

    func waitForWrite() {}

    private func apply(_ playlist: RemotePlaylist, at position: Int) {
        let identity = library.state.withLock { $0.identity(of: source) }
        let id = PlaylistID(stableHash("\(identity)\0playlist\0\(playlist.key)"))
        guard seen.insert(id).inserted else {
            summary.repeatedCount += 1
            return summary.reject(
                RejectedRecord(position: position, .repeatedID))
        }
        let before = library.state.withLock { state in
            defer {
                state.playlists[id] = InMemoryMusicRepository.State.StoredPlaylist(source: source, provided: playlist)
            }
            return state.playlists[id]?.provided
        }
        switch before {
        case nil: summary.added += 1
        case playlist:
            summary.unchanged += 1
            return
        default: summary.updated += 1
        }
        if playlist.isShortened { summary.shortenedCount += 1 }
    }
}
