import FermataDomain

/// The stamps of all files below a folder, to find what has changed without opening a file.
///
/// Memory grows by some 50 bytes per file.
struct FolderSnapshot: Sendable {
    private(set) var stamps: [UInt64: UInt64] = [:]
    /// The songs of the last fetch whose stamps have changed.
    private(set) var changedSongs: [FolderFile] = []
    /// Changes whenever a song, playlist, picture or text of lyrics does.
    private(set) var state: UInt64 = 0
    private(set) var isEmpty = true

    /// Walks through a folder. `songs` are the stamps of known songs by file.
    init(_ root: OpenFolder, songs: [UInt64: UInt64] = [:]) async throws {
        var walk = FolderWalk(root)
        state = StableHash(root.path.bytes).value
        while let step = try await walk.next() {
            guard case .success(let listing) = step.listing else {
                state ^= StableHash(step.folder.bytes, [-1]).value
                continue
            }
            for file in listing.files {
                stamps[file.id] = file.stamp
                if let stamp = songs[file.id], stamp != file.stamp { changedSongs.append(file) }
            }
            for file in listing.files + listing.playlists { state ^= file.stamp }
            isEmpty = isEmpty && listing.files.isEmpty && listing.playlists.isEmpty
        }
    }
}
