import FermataContracts
import FermataDomain
import FermataPresentation
import TestTraits
import Testing

@Suite("Artist page: a table can always be shown", .deadline)
struct ArtistPageMessageTests {
    private let query = ArtistPageQuery(artist: ArtistSample.artist)
    private let offline = Freshness.offline(
        since: nil, failures: [SourceFailure(.connectionFailed, address: "http://radio")])
    private let offlineText = "Offline: cannot reach http://radio (the connection failed). Showing what is stored."

    @Test("loading is a row: of the table before there is a page, then of each part that is still read")
    func loading() async throws {
        let library = try await ArtistSample.library()
        var updates = artistTable(music: library).tables(for: query).makeAsyncIterator()
        #expect(await updates.next()?.rows == [.message(.loading, of: .table, "Loading…")])
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(
            await updates.next()?.rows
                == tracks + [
                    .message(.loading, of: .playlists, "Loading playlists…"),
                    .message(.loading, of: .relatedArtists, "Loading related artists…"),
                ])
        #expect(await updates.next()?.rows == tracks + Company.rows)
    }

    @Test("an artist without tracks has one empty row")
    func empty() async throws {
        let library = try await ArtistSample.library()
        let source = artistTable(music: library, artists: ArtistRepositoryStub())
        let rows = try await source.integer(for: ArtistPageQuery(artist: "Nobody")).rows
        #expect(rows == [.message(.empty, of: .tracks, "No music by Nobody")])
    }

    @Test("an artist of whom the rule leaves nothing has one empty row")
    func refused() async throws {
        let music = [Music(id: MusicID(1), title: "99 Problems", artist: "JAY-Z", explicit: .explicit)]
        let source = artistTable(
            music: MusicRepositoryStub(music), artists: ArtistRepositoryStub(), listener: Listener(age: 12))
        let rows = try await source.integer(for: ArtistPageQuery(artist: "JAY-Z")).rows
        #expect(rows == [.message(.empty, of: .tracks, "No music by JAY-Z")])
    }

    @Test("offline is the first row, and what is stored follows")
    func offlineFirst() async throws {
        let library = try await ArtistSample.library()
        let stored = MusicRepositoryStub(try await library.all(), freshness: offline)
        let table = try await artistTable(music: stored).integer(for: query)
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(table.rows == [.message(.offline, of: .table, offlineText)] + tracks + Company.rows)
        #expect(table.freshness?.text == offlineText)
    }

    @Test("a source that answers badly is an error row, and what is stored follows")
    func badSource() async throws {
        let failure = SourceFailure(.status(404), address: "http://radio")
        let music = [Music(id: MusicID(1), title: "Changes", artist: ArtistSample.artist)]
        let stored = MusicRepositoryStub(music, freshness: .offline(since: nil, failures: [failure]))
        let rows = try await artistTable(music: stored, artists: ArtistRepositoryStub()).integer(for: query).rows
        #expect(
            rows == [
                .message(.error, of: .table, "Not updated: cannot read http://radio (the server returned 404 Not Found). Showing what is stored."),
                .track(TrackCellModel(music[0])),
            ])
    }

    @Test("a part that cannot be read is an error row in its place")
    func failedParts() async throws {
        let library = try await ArtistSample.library()
        let failing = ArtistRepositoryStub(
            playlists: { _ in throw LibraryError.busy(path: "a.db") },
            related: { _ in throw LibraryError.busy(path: "a.db") })
        let table = try await artistTable(music: library, artists: failing).integer(for: query)
        let tracks = try await library.tracks(["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(table.hasError)
        #expect(
            table.rows == tracks + [
                .message(
                    .error, of: .playlists, "The playlists cannot be read. Another program is changing the library."),
                .message(
                    .error, of: .relatedArtists,
                    "The related artists cannot be read. Another program is changing the library."),
            ])
    }

    @Test("where there are more playlists or related artists than are shown, a row says so")
    func more() async throws {
        let library = try await ArtistSample.library()
        let query = ArtistPageQuery(artist: ArtistSample.artist, trackLimit: 0, relatedLimit: 1)
        let table = try await artistTable(music: library).integer(for: query)
        #expect(
            table.rows.dropFirst() == [
                Company.rows[0], .message(.more, of: .playlists, "and more playlists"), Company.rows[2],
            ])
        #expect(!table.hasError)
    }

    @Test("a limit of 0 leaves out playlists and related artists, and their rows about more")
    func limitOfZeroLeavesOutParts() async throws {
        let library = try await ArtistSample.library()
        let query = ArtistPageQuery(artist: ArtistSample.artist, trackLimit: 0, relatedLimit: 0)
        #expect(try await artistTable(music: library).completeTable(for: query).rows.count == 1)
    }

    @Test("an error of the library is a row, and what was shown before stays")
    func failure() async throws {
        let music = [Music(id: MusicID(1), title: "Changes", artist: ArtistSample.artist)]
        let failing = MusicRepositoryStub(music, error: LibraryError.damaged(path: "a.db"))
        var last: [ArtistCellModel] = []
        for await update in artistTable(music: failing).tables(for: query) { last = update.rows }
        let text = "The page cannot be read. The library is damaged."
        #expect(
            last == [.message(.error, of: .table, text), .track(TrackCellModel(music[0]))] + Company.rows)
        await #expect(throws: LibraryError.damaged(path: "b.db")) {
            let failing = MusicRepositoryStub(
                music, freshness: .refreshing(since: nil), error: LibraryError.damaged(path: "b.db"))
            _ = try await artistTable(music: failing).integer(for: query)
        }
    }

    @Test("an error before there is a page is the only row")
    func failureAtOnce() {
        var table = ArtistTable { testNow }
        #expect(table.rows == [.message(.loading, of: .table, "Loading…")])
        let message = ArtistCellModel.message(
            .error, of: .table, "The page cannot be read. The library is damaged.")
        let changes = table.fail(LibraryError.damaged(path: "a"))
        #expect(table.rows == [message])
        #expect(changes == [.remove(at: 0), .insert(message, at: 0)])
    }
}
