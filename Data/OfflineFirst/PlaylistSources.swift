public import FermataDomain

/// The remote and local repositories of playlists.
public struct PlaylistSources: Sendable {
    let local: any LocalPlaylistRepository
    let remote: @Sendable (Source) throws -> (any RemotePlaylistRepository)?

    /// `remote` makes the repository of a source's playlists; nil for a source without playlists.
    public init(
        local: any LocalPlaylistRepository,
        remote: @escaping @Sendable (Source) throws -> (any RemotePlaylistRepository)?
    ) {
        self.local = local
        self.remote = remote
    }
}
