import FermataContracts
import FermataDomain
import FermataPresentation
import TestTraits
import Testing

@Suite("Artist page, live", .deadline)
struct ArtistDataSourceTests {
    private let query = ArtistPageQuery(artist: ArtistSample.artist)

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
        let query = ArtistPageQuery(artist: ArtistSample.artist, bookmarkedFirst: true)
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

    @Test("an artist is found by any part of the name")
    func findsByPartOfName() async throws {
        let bowie = Artist(name: "David Bowie", trackCount: 5)
        let stub = ArtistRepositoryStub(artists: { _ in [bowie] })
        #expect(try await artistDataSource(music: MusicRepositoryStub([]), artists: stub).find("bowie") == bowie)
        let source = artistDataSource(music: MusicRepositoryStub([]))
        await #expect(throws: ArtistError.notFound("x")) { try await source.find("x") }
    }
}
