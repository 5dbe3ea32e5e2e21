import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("Artist page")
struct ArtistPageTests {
    @Test("tracks first, then playlists that hold the artist's music, then related artists")
    func sections() async throws {
        let library = try await ArtistSample.library()
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(try await rows(library) == tracks + Company.rows)
    }

    @Test(
        "sort modes: alphabetical ascending and descending, most popular, newest",
        arguments: [
            (TrackOrder.alphabetical, ["ashes to ashes", "Changes", "Fame", "Starman", "Zion"]),
            (.alphabeticalDescending, ["Zion", "Starman", "Fame", "Changes", "ashes to ashes"]),
            (.popular, ["Starman", "Changes", "Fame", "ashes to ashes", "Zion"]),
            (.newest, ["ashes to ashes", "Fame", "Starman", "Changes", "Zion"]),
        ])
    func order(order: TrackOrder, titles: [String]) async throws {
        let library = try await ArtistSample.library()
        let rows = try await rows(library, ArtistPageQuery(artist: ArtistSample.artist, order: order))
        #expect(try await rows == library.tracks(titles) + Company.rows)
    }

    @Test(
        "bookmarked tracks come first when asked, in the order of each sort mode",
        arguments: [
            (TrackOrder.alphabetical, ["Changes", "Zion", "ashes to ashes", "Fame", "Starman"]),
            (.alphabeticalDescending, ["Zion", "Changes", "Starman", "Fame", "ashes to ashes"]),
            (.popular, ["Changes", "Zion", "Starman", "Fame", "ashes to ashes"]),
            (.newest, ["Changes", "Zion", "ashes to ashes", "Fame", "Starman"]),
        ])
    func bookmarkedFirst(order: TrackOrder, titles: [String]) async throws {
        let library = try await ArtistSample.library()
        for title in ["Zion", "Changes"] {
            _ = try await library.setBookmark(true, of: library.music(called: title).id)
        }
        let query = ArtistPageQuery(artist: ArtistSample.artist, order: order, bookmarkedFirst: true)
        let rows = try await rows(library, query)
        #expect(try await rows == library.tracks(titles) + Company.rows)
        let marks = rows.prefix(5).map { if case .track(let track) = $0 { track.isBookmarked } else { false } }
        #expect(marks == [true, true, false, false, false])
    }

    @Test("explicit tracks are left out for a young listener")
    func young() async throws {
        let library = try await ArtistSample.library()
        let artists = ArtistRepositoryStub(
            playlists: { filter in filter == .notExplicit ? Company.playlists : [] },
            related: { filter in filter == .notExplicit ? Company.related : [] })
        let table = try await artistTable(music: library, artists: artists, listener: Listener(age: 12))
            .integer(for: ArtistPageQuery(artist: ArtistSample.artist))
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Starman", "Zion"])
        #expect(table.rows == tracks + Company.rows)
    }

    @Test("a strict young listener has only what is known to be clean")
    func strict() async throws {
        let library = try await ArtistSample.library()
        let source = artistTable(music: library, listener: Listener(age: 12, isStrict: true))
        let rows = try await source.integer(for: ArtistPageQuery(artist: ArtistSample.artist)).rows
        #expect(try await rows == library.tracks(["Changes", "Starman"]) + Company.rows)
    }

    @Test("a row of a track shows title, duration, and whether it is downloaded, bookmarked and explicit")
    func track() async throws {
        let library = try await ArtistSample.library()
        let fame = try await library.music(called: "Fame")
        let downloads = DownloadRepositoryStub([Download(music: fame, state: .failed(.status(404)))])
        let source = artistTable(music: library, downloads: downloads)
        let rows = try await source.completeTable(for: ArtistPageQuery(artist: ArtistSample.artist)).rows
        #expect(rows[2] == .track(TrackCellModel(fame, download: .failed(.status(404)))))
    }

    @Test("an artist without playlists and related artists has tracks alone")
    func alone() async throws {
        let library = try await ArtistSample.library()
        let source = artistTable(music: library, artists: ArtistRepositoryStub())
        let rows = try await source.integer(for: ArtistPageQuery(artist: "björk")).rows
        #expect(try await rows == library.tracks(["Hyperballad"]))
    }

    @Test("of many tracks the first are shown, and a row says how many more there are")
    func more() async throws {
        let library = try await ArtistSample.library()
        let rows = try await rows(library, ArtistPageQuery(artist: ArtistSample.artist, trackLimit: 2))
        let tracks = try await library.tracks(["ashes to ashes", "Changes"])
        #expect(rows == tracks + [.message(.more, of: .tracks, "and 3 more tracks")] + Company.rows)
    }

    private func rows(
        _ library: InMemoryMusicRepository, _ query: ArtistPageQuery = ArtistPageQuery(artist: ArtistSample.artist)
    ) async throws -> [ArtistCellModel] {
        try await artistTable(music: library).integer(for: query).rows
    }
}
