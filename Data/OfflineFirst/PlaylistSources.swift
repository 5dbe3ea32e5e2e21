public import FermataDomain

/// Where playlists are read from, and where they are kept.
public struct PlaylistSources: Sendable {
    let local: any LocalPlaylistRepository
    let remote: @Sendable (Source) throws -> (any RemotePlaylistRepository)?

    /// `remote` makes the repository that reads a source's playlists; nil for a source that has none.
    public init(
        local: any LocalPlaylistRepository,
        remote: @escaping @Sendable (Source) throws -> (any RemotePlaylistRepository)?
    ) {
        self.local = local
        self.remote = remote
    }
}
