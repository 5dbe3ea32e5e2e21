import FermataContracts
import FermataDomain
import FermataPresentation
import TestTraits
import Testing

@Suite("Artist page", .deadline)
struct ArtistPageTests {
    @Test("albums come first, then tracks, playlists and related artists")
    func ordersSections() async throws {
        let library = try await ArtistSample.library()
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(try await rows(library) == tracks + RelatedSample.rows)
        let source = artistDataSource(music: library, albums: InMemoryAlbumRepository(library))
        let page = try await source.completeScreen(for: query).rows
        #expect(Array(page.dropFirst()) == tracks + RelatedSample.rows)
        guard case .album(let album)? = page.first else {
            Issue.record("no album")
            return
        }
        #expect(album.name == "Hunky Dory" && album.yearText == "1971" && album.countText == "1 song")
    }

    @Test("a row says that there are more albums, or that they cannot be read")
    func reportsAlbums() {
        let albums = ArtistAlbums(own: [.lodger], appearances: [.lodger], hasMore: true)
        var page = ArtistPage(
            artist: "Queen", albums: .loaded(albums), tracks: [], trackCount: 0, playlists: .loaded([]),
            related: .loaded([]), freshness: .stored(since: nil))
        #expect(
            ArtistScreen(page, for: .user) { testNow }.rows == [
                .album(AlbumCellModel(.lodger)), .album(AlbumCellModel(.lodger, isAppearance: true)),
                .message(.more, of: .albums, "and more albums"), .message(.empty, of: .tracks, "No music by Queen"),
            ])
        page.albums = .failed(.busy(path: "a.db"))
        let screen = ArtistScreen(page, for: .webClient) { testNow }
        let text = "Cannot read the albums. Another program is changing the library."
        #expect(screen.problemKind == .busy && screen.rows.first == .message(.error, of: .albums, text))
    }

    @Test("a track shows title, duration and marks")
    func showsTrack() async throws {
        let library = try await ArtistSample.library()
        let fame = try await library.music(called: "Fame")
        let downloads = DownloadRepositoryStub([Download(music: fame, state: .failed(.status(404)))])
        let source = artistDataSource(music: library, downloads: downloads)
        let rows = try await source.completeScreen(
            for: ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical)
        ).rows
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
        let rows = try await rows(
            library, ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical, trackLimit: 2))
        let tracks = try await library.tracks(["ashes to ashes", "Changes"])
        #expect(rows == tracks + [.message(.more, of: .tracks, "and 3 more tracks")] + RelatedSample.rows)
        let longer = try await self.rows(
            library, ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical, trackLimit: 4))
        #expect(longer.contains(.message(.more, of: .tracks, "and 1 more track")))
    }

    @Test("without room for tracks, only playlists and related artists are listed")
    func leavesTracksOut() async throws {
        let library = try await ArtistSample.library()
        let rows = try await rows(
            library, ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical, trackLimit: 0))
        #expect(rows == RelatedSample.rows)
    }

    @Test(
        "each order can be reversed; tracks without a value stay last",
        arguments: [
            (TrackOrder.alphabetical, ["Zion", "Starman", "Fame", "Changes", "ashes to ashes"]),
            (.alphabeticalDescending, ["ashes to ashes", "Changes", "Fame", "Starman", "Zion"]),
            (.popular, ["Fame", "Changes", "Starman", "Zion", "ashes to ashes"]),
            (.newest, ["Changes", "Starman", "Fame", "ashes to ashes", "Zion"]),
        ])
    func reversesOrder(order: TrackOrder, titles: [String]) async throws {
        let library = try await ArtistSample.library()
        let query = ArtistPageQuery(artist: ArtistSample.artist, order: order, isReversed: true)
        #expect(try await rows(library, query) == library.tracks(titles) + RelatedSample.rows)
    }

    private func rows(
        _ library: InMemoryMusicRepository,
        _ query: ArtistPageQuery = ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical)
    ) async throws -> [ArtistCellModel] {
        try await artistDataSource(music: library).completeScreen(for: query).rows
    }

    private let query = ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical)
    private let offline = Freshness.offline(
        since: nil, failures: [SourceFailure(.connectionFailed, address: "http://radio")])
    private let offlineText = "Offline: cannot reach http://radio (the connection failed). Showing stored songs."

    @Test("loading is a row: of the table first, then of each part until it is read")
    func showsLoading() async throws {
        let library = try await ArtistSample.library()
        var updates = artistDataSource(music: library).updates(for: query).makeAsyncIterator()
        #expect(await updates.next()?.rows == [.message(.loading, of: .table, "Loading…")])
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(
            await updates.next()?.rows
                == [.message(.loading, of: .albums, "Loading albums…")] + tracks + [
                    .message(.loading, of: .playlists, "Loading playlists…"),
                    .message(.loading, of: .relatedArtists, "Loading related artists…"),
                ])
        #expect(await updates.next()?.rows == tracks + RelatedSample.rows)
    }

    @Test("an artist without tracks has one empty row")
    func showsEmptyRow() async throws {
        let library = try await ArtistSample.library()
        let source = artistDataSource(music: library, artists: ArtistRepositoryStub())
        let rows = try await source.completeScreen(for: ArtistPageQuery(artist: "Unknown")).rows
        #expect(rows == [.message(.empty, of: .tracks, "No music by Unknown")])
    }

    @Test("offline is the first row, and stored rows follow")
    func showsOfflineFirst() async throws {
        let library = try await ArtistSample.library()
        let stored = MusicRepositoryStub(try await library.all(), freshness: offline)
        let table = try await artistDataSource(music: stored).completeScreen(for: query)
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(table.rows == [.message(.offline, of: .table, offlineText)] + tracks + RelatedSample.rows)
        #expect(table.freshness?.text == offlineText)
    }

    @Test("a source with bad data is an error row, and stored rows follow")
    func showsBadSource() async throws {
        let failure = SourceFailure(.status(404), address: "http://radio")
        let music = [Music(id: MusicID(1), title: "Changes", artist: ArtistSample.artist)]
        let stored = MusicRepositoryStub(music, freshness: .offline(since: nil, failures: [failure]))
        let source = artistDataSource(music: stored, artists: ArtistRepositoryStub())
        let rows = try await source.completeScreen(for: query).rows
        #expect(
            rows == [
                .message(
                    .error, of: .table,
                    "Not updated: cannot read http://radio (the server returned 404 Not Found). Showing stored songs."
                ),
                .track(TrackCellModel(music[0])),
            ])
    }

    @Test("a part that cannot be read is an error row at its position")
    func showsFailedParts() async throws {
        let library = try await ArtistSample.library()
        let failing = ArtistRepositoryStub(
            playlists: { _ in throw LibraryError.busy(path: "a.db") },
            related: { _ in throw LibraryError.busy(path: "a.db") })
        let table = try await artistDataSource(music: library, artists: failing).completeScreen(for: query)
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(table.problemKind == .busy)
        #expect(
            table.rows == tracks + [
                .message(
                    .error, of: .playlists, "Cannot read the playlists. Another program is changing the library a.db."),
                .message(
                    .error, of: .relatedArtists,
                    "Cannot read the related artists. Another program is changing the library a.db."),
            ])
    }

    @Test("clients of the web server see no path in an error row")
    func hidesPathFromWebClients() async throws {
        let failing = ArtistRepositoryStub(playlists: { _ in throw LibraryError.busy(path: "a.db") })
        let source = artistDataSource(music: MusicRepositoryStub([]), artists: failing, audience: .webClient)
        let text = "Cannot read the playlists. Another program is changing the library."
        #expect(try await source.completeScreen(for: query).rows.contains(.message(.error, of: .playlists, text)))
    }

    @Test("a row says that there are more playlists or related artists")
    func showsMore() async throws {
        let library = try await ArtistSample.library()
        let query = ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical, trackLimit: 0, relatedLimit: 1)
        let table = try await artistDataSource(music: library).completeScreen(for: query)
        #expect(
            table.rows == [
                RelatedSample.rows[0], .message(.more, of: .playlists, "and more playlists"), RelatedSample.rows[2],
            ])
        #expect(table.problemKind == nil)
    }

    @Test("no row says that there are more if all are shown, or none are requested", arguments: [0, 2, 3])
    func showsNoMore(limit: Int) async throws {
        let library = try await ArtistSample.library()
        let query = ArtistPageQuery(
            artist: ArtistSample.artist, order: .alphabetical, trackLimit: 5, relatedLimit: limit)
        let rows = try await artistDataSource(music: library).completeScreen(for: query).rows
        #expect(Array(rows.dropFirst(5)) == (limit == 0 ? [] : RelatedSample.rows))
    }

    @Test("an error of the library is a row, and earlier rows stay")
    func showsLibraryError() async throws {
        let music = [Music(id: MusicID(1), title: "Changes", artist: ArtistSample.artist)]
        let failing = MusicRepositoryStub(music, error: LibraryError.damaged(path: "a.db"))
        var last: [ArtistCellModel] = []
        for await update in artistDataSource(music: failing).updates(for: query) { last = update.rows }
        let text = "Cannot read the page. The library a.db is damaged."
        #expect(
            last == [.message(.error, of: .table, text), .track(TrackCellModel(music[0]))] + RelatedSample.rows)
        await #expect(throws: LibraryError.damaged(path: "b.db")) {
            let failing = MusicRepositoryStub(
                music, freshness: .refreshing(since: nil), error: LibraryError.damaged(path: "b.db"))
            _ = try await artistDataSource(music: failing).completeScreen(for: query)
        }
    }

    @Test("an error before the first page is the only row")
    func showsFirstError() {
        var table = ArtistScreen(for: .user) { testNow }
        #expect(table.rows == [.message(.loading, of: .table, "Loading…")])
        let message = ArtistCellModel.message(
            .error, of: .table, "Cannot read the page. The library a is damaged.")
        table.fail(LibraryError.damaged(path: "a"))
        #expect(table.rows == [message])
        #expect(table.problemKind == .damaged)
    }

    @Test("a download's progress changes one row")
    func updatesDownload() async throws {
        let library = try await ArtistSample.library()
        let fame = try await library.music(called: "Fame")
        let downloads = DownloadRepositoryStub()
        var updates = artistDataSource(music: library, downloads: downloads).updates(for: query).makeAsyncIterator()
        for _ in 0..<3 { _ = await updates.next() }
        downloads.send(Download(music: fame, state: .notDownloaded))
        downloads.send(Download(music: fame, state: .downloading(fraction: 0.5)))
        let update = try #require(await updates.next())
        let row = ArtistCellModel.track(TrackCellModel(fame, download: .downloading(fraction: 0.5)))
        #expect(update.rows[2] == row)
        #expect(update.rows.count == 8)
    }

    @Test("a bookmark changes one row")
    func updatesBookmark() async throws {
        let library = try await ArtistSample.library()
        var updates = artistDataSource(music: library).updates(for: query).makeAsyncIterator()
        for _ in 0..<3 { _ = await updates.next() }
        let fame = try await library.setBookmark(true, of: library.music(called: "Fame").id)
        let update = try #require(await updates.next())
        #expect(update.rows[2] == .track(TrackCellModel(fame)))
    }

    @Test("with bookmarked tracks first, a bookmark moves its row")
    func movesBookmarked() async throws {
        let library = try await ArtistSample.library()
        let query = ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical, bookmarkedFirst: true)
        var updates = artistDataSource(music: library).updates(for: query).makeAsyncIterator()
        for _ in 0..<3 { _ = await updates.next() }
        let fame = try await library.setBookmark(true, of: library.music(called: "Fame").id)
        #expect(await updates.next()?.rows.first == .track(TrackCellModel(fame)))
    }

    @Test("the complete table waits for a running refresh")
    func awaitsRefresh() async throws {
        let music = [Music(id: MusicID(1), title: "Changes", artist: ArtistSample.artist)]
        let stub = MusicRepositoryStub(music, freshness: .fresh(at: testNow))
        let table = try await artistDataSource(music: stub).completeScreen(for: query)
        #expect(table.rows == [.track(TrackCellModel(music[0]))] + RelatedSample.rows)
        #expect(table.freshness?.text == "Updated just now")
    }

    @Test("a table that was read once observes no more changes")
    func stopsObserving() async throws {
        let downloads = DownloadRepositoryStub()
        let source = artistDataSource(music: try await ArtistSample.library(), downloads: downloads)
        _ = try await source.completeScreen(for: query)
        for await _ in downloads.endsOfChanges { break }
        for await update in source.updates(for: query) where update.rows.count > 1 { break }
        for await _ in downloads.endsOfChanges { break }
    }
}
