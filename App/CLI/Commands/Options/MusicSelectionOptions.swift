import ArgumentParser
import FermataDomain
import FermataPresentation

/// A selection of songs: ids, or all songs with something in common.
struct MusicSelectionOptions: ParsableArguments {
    @Argument(help: "The first characters of ids, as lists show them.")
    var ids: [String] = []

    @Flag(help: "All bookmarked songs.")
    var bookmarked = false

    @Option(help: "All songs of an artist.")
    var artist: String?

    @Option(help: "All songs of a playlist.")
    var playlist: String?

    var isEmpty: Bool { count == 0 }

    private var count: Int {
        [!ids.isEmpty, bookmarked, artist != nil, playlist != nil].count { $0 }
    }

    func validate() throws {
        if count > 1 { throw ValidationError("Choose one of ids, --bookmarked, --artist and --playlist.") }
    }

    /// Returns the ids of the selected songs. Throws `LibraryError`.
    func ids(_ selection: MusicSelection) async throws -> [MusicID] {
        if bookmarked { return try await ids(of: selection.music.batches(of: MusicQuery(bookmarkedOnly: true))) }
        if let artist {
            let name = try await selection.artists.find(artist).name
            return try await ids(of: selection.music.batches(of: MusicQuery(artist: name)))
        }
        if let playlist {
            let row = try await selection.playlists.find(playlist)
            return try await ids(of: selection.playlists.batches(of: row))
        }
        var selected: [MusicID] = []
        for id in ids { selected.append(try await selection.music.find(id).id) }
        return selected
    }

    private func ids(
        of batches: any AsyncSequence<[MusicCellModel], any Error> & Sendable
    ) async throws -> [MusicID] {
        try await batches.reduce(into: []) { $0 += $1.map(\.id) }
    }
}

/// The data sources that a selection of songs is looked up in.
struct MusicSelection {
    let music: MusicListDataSource
    let artists: ArtistTableDataSource
    let playlists: PlaylistsDataSource
}
