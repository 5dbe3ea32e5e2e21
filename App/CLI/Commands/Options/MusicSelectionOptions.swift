import ArgumentParser
import FermataDomain
import FermataPresentation

/// A selection of songs: ids or words, or all songs with something in common.
struct MusicSelectionOptions: ParsableArguments {
    @Argument(help: NamedSongOptions.help)
    var words: [String] = []

    @Flag(help: "Choose all songs that the words find, without confirmation.")
    var all = false

    @Flag(help: "All bookmarked songs.")
    var bookmarked = false

    @Option(help: "All songs of an artist.")
    var artist: String?

    @Option(help: "All songs of a playlist.")
    var playlist: String?

    var isEmpty: Bool { count == 0 }

    private var count: Int {
        [!words.isEmpty, bookmarked, artist != nil, playlist != nil].count { $0 }
    }

    func validate() throws {
        if count > 1 { throw ValidationError("Choose one of words, --bookmarked, --artist and --playlist.") }
    }

    /// Adds the selected songs to the songs to download. Returns false if a person cancels. Throws `LibraryError`.
    func add(
        to downloads: inout DownloadSelection, from music: MusicSelection, on console: Console
    ) async throws -> Bool {
        if !words.isEmpty {
            let named = try await music.music.songs(
                named: words, for: downloads.action, isForAll: all, confirm: console.confirm)
            guard let named else { return false }
            if named.isSearch, named.rows.count > 1 {
                downloads.add(named.rows)
            } else {
                for row in named.rows { downloads.add(row) }
            }
        }
        guard let group = try await group(in: music) else { return true }
        for try await rows in group { downloads.add(rows) }
        return true
    }

    /// Returns the songs that have something in common; nil if songs are selected by words.
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
