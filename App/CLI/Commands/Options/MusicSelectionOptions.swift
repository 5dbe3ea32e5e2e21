import ArgumentParser
import FermataDomain
import FermataPresentation

/// Which music is meant: by ids, or all that has something in common.
struct MusicSelectionOptions: ParsableArguments {
    @Argument(help: "Beginnings of ids, as lists show them.")
    var ids: [String] = []

    @Flag(help: "All bookmarked music.")
    var bookmarked = false

    @Option(help: "All music of an artist.")
    var artist: String?

    @Option(help: "All music of a playlist.")
    var playlist: String?

    var isEmpty: Bool { count == 0 }

    private var count: Int {
        [!ids.isEmpty, bookmarked, artist != nil, playlist != nil].count { $0 }
    }

    func validate() throws {
        if count > 1 { throw ValidationError("Name music in one way: by ids, --bookmarked, --artist or --playlist.") }
    }

    /// The ids of what is meant. Throws `LibraryError` where something is not there, or refused.
    func ids(_ app: Composition) async throws -> [MusicID] {
        if bookmarked { return try await ids(of: app.stored.batches(of: MusicQuery(bookmarkedOnly: true))) }
        if let artist {
            let name = try await app.artistPage.find(artist).name
            return try await ids(of: app.stored.batches(of: MusicQuery(artist: name)))
        }
        if let playlist {
            return try await ids(of: app.playlists.batches(of: try await app.playlists.find(playlist)))
        }
        var found: [MusicID] = []
        for id in ids { found.append(try await app.stored.find(id).id) }
        return found
    }

    private func ids(
        of batches: any AsyncSequence<[MusicCellModel], any Error> & Sendable
    ) async throws -> [MusicID] {
        try await batches.reduce(into: []) { $0 += $1.map(\.id) }
    }
}
