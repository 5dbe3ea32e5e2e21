/// A library that sync sessions can change.
public protocol LocalMusicRepository: MusicRepository {
    /// Begins to sync a source. The source's stored music stays until the session finishes.
    ///
    /// Throws `SourceError.notFound`.
    func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch>
}
