import FermataContracts
import FermataDomain
import FermataPresentation
import TestTraits
import Testing

@Suite("Artist page: every state can be shown", .deadline)
struct ArtistPageMessageTests {
    private let query = ArtistPageQuery(artist: ArtistSample.artist)
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
                == tracks + [
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

    @Test("an artist whose music is all hidden from the listener has one empty row")
    func showsEmptyRowForHiddenMusic() async throws {
        let music = [Music(id: MusicID(1), title: "99 Problems", artist: "JAY-Z", explicit: .explicit)]
        let source = artistDataSource(
            music: MusicRepositoryStub(music), artists: ArtistRepositoryStub(), listener: Listener(age: 12))
        let rows = try await source.completeScreen(for: ArtistPageQuery(artist: "JAY-Z")).rows
        #expect(rows == [.message(.empty, of: .tracks, "No music by JAY-Z")])
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
        let query = ArtistPageQuery(artist: ArtistSample.artist, trackLimit: 0, relatedLimit: 1)
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
        let query = ArtistPageQuery(artist: ArtistSample.artist, trackLimit: 5, relatedLimit: limit)
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
}
