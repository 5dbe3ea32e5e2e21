import FermataDomain

/// A playlist ready to be written, or known to be unchanged.
struct PreparedPlaylist: Sendable {
    struct Content: Sendable {
        let fingerprint: Int64
        let name: String
        let isNameShortened: Bool
        let key: SortKey
        /// The ids of its records, in order.
        let records: [MusicID]
    }

    let id: PlaylistID
    let position: Int
    /// Nil if it is unchanged.
    let content: Content?

    init(_ playlist: IncomingPlaylist, source: String, isKnown: Bool) {
        id = playlist.id
        position = playlist.position
        content =
            isKnown
            ? nil
            : Content(
                fingerprint: playlist.fingerprint, name: playlist.remote.name,
                isNameShortened: playlist.remote.isShortened,
                key: SortKey(playlist.remote.name),
                records: playlist.remote.songKeys.map { MusicID(source: source, key: $0) })
    }
}
