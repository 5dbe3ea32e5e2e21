public import FermataDomain

extension SQLiteMusicRepository: LocalMusicRepository {
    public func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch> {
        try await SQLiteMusicSyncSession(library: library, source: source, now: now)
    }
}
