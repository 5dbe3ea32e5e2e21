import ArgumentParser
import FermataDomain
import FermataPresentation
import Synchronization

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
        let found = Mutex<[MusicID]>([])
        let collect: @Sendable ([MusicCellModel]) -> Void = { rows in found.withLock { $0 += rows.map(\.id) } }
        for id in ids { collect([try await app.stored.find(id)]) }
        if bookmarked { try await app.stored.read(MusicQuery(bookmarkedOnly: true), body: collect) }
        if let artist {
            let name = try await app.artistPage.find(artist).name
            try await app.stored.read(MusicQuery(artist: name), body: collect)
        }
        if let playlist { try await app.playlists.read(try await app.playlists.find(playlist), body: collect) }
        return found.withLock { $0 }
    }
}
