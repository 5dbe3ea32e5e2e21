/// A library that can be filled from remote repositories.
public protocol LocalMusicRepository: MusicRepository {
    /// Begins a pass over what a source has. What it had before stays until the pass is finished.
    ///
    /// Throws `SourceError.notFound`.
    func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch>
}
