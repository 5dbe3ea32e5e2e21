import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("Artist page")
struct ArtistPageTests {
    @Test("tracks come first, then playlists with the artist's music, then related artists")
    func ordersSections() async throws {
        let library = try await ArtistSample.library()
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(try await rows(library) == tracks + RelatedSample.rows)
    }

    @Test(
        "sort modes: alphabetical ascending and descending, most popular, newest",
        arguments: [
            (TrackOrder.alphabetical, ["ashes to ashes", "Changes", "Fame", "Starman", "Zion"]),
            (.alphabeticalDescending, ["Zion", "Starman", "Fame", "Changes", "ashes to ashes"]),
            (.popular, ["Starman", "Changes", "Fame", "ashes to ashes", "Zion"]),
            (.newest, ["ashes to ashes", "Fame", "Starman", "Changes", "Zion"]),
        ])
    func sortsTracks(order: TrackOrder, titles: [String]) async throws {
        let library = try await ArtistSample.library()
        let rows = try await rows(library, ArtistPageQuery(artist: ArtistSample.artist, order: order))
        #expect(try await rows == library.tracks(titles) + RelatedSample.rows)
    }

    @Test(
        "each order can be reversed; tracks without a value stay last",
        arguments: [
            (TrackOrder.alphabetical, ["Zion", "Starman", "Fame", "Changes", "ashes to ashes"]),
            (.alphabeticalDescending, ["ashes to ashes", "Changes", "Fame", "Starman", "Zion"]),
            (.popular, ["Fame", "Changes", "Starman", "Zion", "ashes to ashes"]),
        ])
    func reversesOrder(order: TrackOrder, titles: [String]) async throws {
        let library = try await ArtistSample.library()
        let query = ArtistPageQuery(artist: ArtistSample.artist, order: order, isReversed: true)
        #expect(try await rows(library, query) == library.tracks(titles) + RelatedSample.rows)
    }

    @Test(
        "bookmarked tracks come first on request, in each order",
        arguments: [
            (TrackOrder.alphabetical, ["Changes", "Zion", "ashes to ashes", "Fame", "Starman"]),
            (.alphabeticalDescending, ["Zion", "Changes", "Starman", "Fame", "ashes to ashes"]),
            (.popular, ["Changes", "Zion", "Starman", "Fame", "ashes to ashes"]),
            (.newest, ["Changes", "Zion", "ashes to ashes", "Fame", "Starman"]),
        ])
    func putsBookmarkedFirst(order: TrackOrder, titles: [String]) async throws {
        let library = try await ArtistSample.library()
        for title in ["Zion", "Changes"] {
            _ = try await library.setBookmark(true, of: library.music(called: title).id)
        }
        let query = ArtistPageQuery(artist: ArtistSample.artist, order: order, bookmarkedFirst: true)
        let rows = try await rows(library, query)
        #expect(try await rows == library.tracks(titles) + RelatedSample.rows)
        let marks = rows.prefix(5).map { if case .track(let track) = $0 { track.isBookmarked } else { false } }
        #expect(marks == [true, true, false, false, false])
    }

    @Test("a young listener's page has no explicit tracks")
    func hidesExplicitTracks() async throws {
        let library = try await ArtistSample.library()
        let artists = ArtistRepositoryStub(
            playlists: { filter in filter == .notExplicit ? RelatedSample.playlists : [] },
            related: { filter in filter == .notExplicit ? RelatedSample.related : [] })
        let table = try await artistDataSource(music: library, artists: artists, listener: Listener(age: 12))
            .completeScreen(for: ArtistPageQuery(artist: ArtistSample.artist))
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Starman", "Zion"])
        #expect(table.rows == tracks + RelatedSample.rows)
    }

    @Test("a strict young listener's page has only clean tracks")
    func showsCleanTracks() async throws {
        let library = try await ArtistSample.library()
        let source = artistDataSource(music: library, listener: Listener(age: 12, isStrict: true))
        let rows = try await source.completeScreen(for: ArtistPageQuery(artist: ArtistSample.artist)).rows
        #expect(try await rows == library.tracks(["Changes", "Starman"]) + RelatedSample.rows)
    }

    @Test("a track shows title, duration and marks")
    func showsTrack() async throws {
        let library = try await ArtistSample.library()
        let fame = try await library.music(called: "Fame")
        let downloads = DownloadRepositoryStub([Download(music: fame, state: .failed(.status(404)))])
        let source = artistDataSource(music: library, downloads: downloads)
        let rows = try await source.completeScreen(for: ArtistPageQuery(artist: ArtistSample.artist)).rows
        #expect(rows[2] == .track(TrackCellModel(fame, download: .failed(.status(404)))))
    }

    @Test("an artist without playlists and related artists has only tracks")
    func showsTracksOnly() async throws {
        let library = try await ArtistSample.library()
        let source = artistDataSource(music: library, artists: ArtistRepositoryStub())
        let rows = try await source.completeScreen(for: ArtistPageQuery(artist: "björk")).rows
        #expect(try await rows == library.tracks(["Hyperballad"]))
    }

    @Test("the first tracks up to the limit are followed by the number of the others")
    func countsHiddenTracks() async throws {
        let library = try await ArtistSample.library()
        let rows = try await rows(library, ArtistPageQuery(artist: ArtistSample.artist, trackLimit: 2))
        let tracks = try await library.tracks(["ashes to ashes", "Changes"])
        #expect(rows == tracks + [.message(.more, of: .tracks, "and 3 more tracks")] + RelatedSample.rows)
        let longer = try await self.rows(library, ArtistPageQuery(artist: ArtistSample.artist, trackLimit: 4))
        #expect(longer.contains(.message(.more, of: .tracks, "and 1 more track")))
    }

    @Test("without room for tracks, only playlists and related artists are listed")
    func leavesTracksOut() async throws {
        let library = try await ArtistSample.library()
        let rows = try await rows(library, ArtistPageQuery(artist: ArtistSample.artist, trackLimit: 0))
        #expect(rows == RelatedSample.rows)
    }

    private func rows(
        _ library: InMemoryMusicRepository, _ query: ArtistPageQuery = ArtistPageQuery(artist: ArtistSample.artist)
    ) async throws -> [ArtistCellModel] {
        try await artistDataSource(music: library).completeScreen(for: query).rows
    }
}
