import FermataDomain

/// The stamps of all files below a folder, to find what has changed without opening a file.
///
/// Memory grows by some 50 bytes per file.
struct FolderSurvey: Sendable {
    private(set) var stamps: [UInt64: UInt64] = [:]
    /// Changes whenever a song, playlist, picture or text of lyrics does.
    private(set) var digest: UInt64 = 0

    /// Walks through a folder without symbolic links in its path.
    init(_ root: BytePath) async throws {
        var walk = FolderWalk(root)
        while let step = try await walk.next() {
            guard case .success(let listing) = step.listing else {
                digest ^= StableHash(step.folder.bytes, [-1]).value
                continue
            }
            for file in listing.files { stamps[file.id] = file.stamp }
            for file in listing.files + listing.playlists { digest ^= file.stamp }
        }
    }
}
