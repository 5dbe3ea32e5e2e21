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

    /// Adds the selected songs to the songs to download. Throws `LibraryError`.
    func add(to downloads: inout DownloadSelection, from music: MusicSelection) async throws {
        for id in ids { downloads.add(try await music.music.find(id)) }
        guard let group = try await group(in: music) else { return }
        for try await rows in group { downloads.add(rows) }
    }

    /// Returns the songs that have something in common; nil if songs are selected by their ids.
    private func group(
        in music: MusicSelection
    ) async throws -> (any AsyncSequence<[MusicCellModel], any Error> & Sendable)? {
        if bookmarked { return music.music.batches(of: MusicQuery(bookmarkedOnly: true)) }
        if let artist {
            let name = try await music.artists.find(artist).name
            return music.music.batches(of: MusicQuery(artist: name))
        }
        if let playlist { return music.playlists.batches(of: try await music.playlists.find(playlist)) }
        return nil
    }
}

/// The data sources that a selection of songs is looked up in.
struct MusicSelection {
    let music: MusicListDataSource
    let artists: ArtistDataSource
    let playlists: PlaylistsDataSource
}
