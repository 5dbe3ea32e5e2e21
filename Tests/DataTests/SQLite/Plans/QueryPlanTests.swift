import FermataContracts
import FermataData
import FermataDomain
import struct Foundation.Date
import GRDB
import Testing

extension SortOrder {
    /// The orders with an index of all songs. Relevance alone is the order by title.
    static let indexed = allCases.filter { ![.relevance, .played, .plays].contains($0) }
}

/// Checks SQLite's query plans.
@Suite("A page at any offset is read without sorting the table")
struct QueryPlanTests {
    private let path: String
    private let library: SQLiteLibrary
    private let probe: ConnectionProbe

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        probe = ConnectionProbe(path)
        library = try SQLiteLibrary(path: path)
        let time = TestTime()
        try await LibrarySeed(SampleMusic.all).fill(
            SQLiteMusicRepository(library: library, now: { time.now }), SQLiteSourceRepository(library: library),
            time: time)
    }

    @Test("every order and direction uses an index", arguments: SortOrder.indexed, [false, true])
    func readsEveryOrderByIndex(order: SortOrder, isReversed: Bool) async throws {
        let query = MusicQuery(order: order, isReversed: isReversed, window: Window(offset: 0, limit: 5))
        let plan = ["SCAN music USING INDEX music_by_\(order)"] + lookups
        #expect(try await plans(of: query).allSatisfy { $0 == plan })
    }

    @Test("skips rows on the index and sorts no more than the window", arguments: SortOrder.indexed)
    func skipsRowsOnIndex(order: SortOrder) async throws {
        let query = MusicQuery(
            order: order, isReversed: true, explicit: .notExplicit, window: Window(offset: 7, limit: 5))
        for plan in try await plans(of: query) {
            #expect(plan.contains("SCAN music USING COVERING INDEX music_by_\(order)"), "\(plan)")
            #expect(plan.contains("SEARCH music USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
        }
    }

    @Test("reads up to 500 songs in their order, more songs in the order of the file")
    func readsFewSongsInTheirOrder() async throws {
        let repository = SQLiteMusicRepository(library: library, now: { TestTime().now })
        for (limit, isCopied) in [(500, false), (501, true)] {
            let query = MusicQuery(window: Window(limit: limit))
            let statements = try await probe.statements { _ = try await repository.results(of: query) }
            #expect(statements.contains { $0.contains("json_each(") } == isCopied, "\(limit)")
        }
    }

    @Test("counts songs only to skip those that precede the page")
    func countsSkippedSongsOnly() async throws {
        let repository = SQLiteMusicRepository(library: library, now: { TestTime().now })
        _ = try await repository.setBookmark(true, of: try await repository.all().prefix(3).map(\.id))
        for (query, isCounted) in [
            (MusicQuery(window: Window(offset: 100, limit: 5)), false),
            (MusicQuery(order: .plays, window: Window(limit: 5)), false),
            (MusicQuery(bookmarkedFirst: true, window: Window(offset: 2, limit: 5)), false),
            (MusicQuery(bookmarkedFirst: true, window: Window(offset: 3, limit: 5)), true),
        ] {
            let statements = try await probe.statements { _ = try await repository.results(of: query) }
            #expect(statements.contains { $0.contains("count(") } == isCounted, "\(query)")
        }
    }

    @Test("bookmarks are counted by their own index, all songs by another")
    func countsBookmarksByIndex() async throws {
        let repository = SQLiteMusicRepository(library: library, now: { TestTime().now })
        for bookmarkedOnly in [false, true] {
            let statements = try await probe.statements {
                _ = try await repository.count(MusicQuery(bookmarkedOnly: bookmarkedOnly))
            }
            let plan = try await explain(statements.filter { $0.contains("FROM music") }).joined()
            #expect(plan.contains { $0.contains("bookmarked_by_") } == bookmarkedOnly, "\(Array(plan))")
            #expect(plan.contains { $0.contains("COVERING INDEX") } == !bookmarkedOnly, "\(Array(plan))")
        }
    }

    @Test("bookmarks have their own indexes", arguments: SortOrder.indexed)
    func bookmarksHaveIndexes(order: SortOrder) async throws {
        let query = MusicQuery(bookmarkedOnly: true, order: order, window: Window(limit: 5))
        let plan = ["SCAN music USING INDEX bookmarked_by_\(order)"] + lookups
        #expect(try await plans(of: query).allSatisfy { $0 == plan })
    }

    @Test("played songs have their own indexes", arguments: [SortOrder.played, .plays], [false, true])
    func playedSongsHaveIndexes(order: SortOrder, isReversed: Bool) async throws {
        let plans = try await plans(of: MusicQuery(order: order, isReversed: isReversed, window: Window(limit: 5)))
        let indexes = plans.map { $0.first?.split(separator: " ").first { $0.contains("_by_") } }
        #expect(indexes == ["played_by_\(order)", "music_by_title"])
        #expect(plans.allSatisfy { !$0.contains { $0.contains("TEMP B-TREE") } })
    }

    @Test("finds the played songs of another order without reading the others")
    func findsPlayedSongsByIndex() async throws {
        for plan in try await plans(of: MusicQuery(text: "is:played", window: Window(limit: 5))) {
            #expect(plan.contains { $0.contains("played_by_") }, "\(plan)")
        }
    }

    @Test("skips songs that were never played on the index", arguments: [SortOrder.played, .plays])
    func skipsUnplayedSongsOnIndex(order: SortOrder) async throws {
        let query = MusicQuery(order: order, window: Window(offset: 7, limit: 5))
        let plan = try #require(try await plans(of: query).last)
        #expect(plan.contains("SCAN music USING COVERING INDEX music_by_title"), "\(plan)")
        #expect(plan.contains { $0.contains("played USING COVERING INDEX played_by_") }, "\(plan)")
    }

    @Test("words are found through the trigram index")
    func searchesByTrigram() async throws {
        let query = MusicQuery(text: "bowie", window: Window(limit: 5))
        let plans = try await plans(of: query, statements: "music_search MATCH")
        #expect(
            plans.flatMap { $0 }.contains {
                $0.hasPrefix("SCAN music_search VIRTUAL TABLE INDEX") && $0.contains(":M")
            })
    }

    @Test("the songs of an artist are read in order, or shared ones by a second index", arguments: [false, true])
    func readsSongsOfArtist(hasShared: Bool) async throws {
        if hasShared {
            let song = RemoteMusic(key: "s", title: "Duet", artist: "Both", artists: ["David Bowie", "Ann"])
            let repository = SQLiteMusicRepository(library: library, now: { TestTime().now })
            _ = try await repository.refresh("radio", with: SampleMusic.all + [song])
        }
        let other = try await plans(of: MusicQuery(artist: "Björk", window: Window(limit: 5)))
        #expect(other == [["SEARCH music USING INDEX music_by_artist (artist_key=?)"] + lookups])
        for plan in try await plans(of: MusicQuery(artist: "David Bowie", window: Window(offset: 1, limit: 5))) {
            #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
            #expect(plan.contains { $0.contains("music_by_artist (artist_key=?)") }, "\(plan)")
            #expect(plan.contains("SEARCH music_artist USING PRIMARY KEY (artist_key=?)") == hasShared, "\(plan)")
        }
    }

    /// The plans that find out whether a song is downloaded, and its single artists.
    private let lookups = [
        "CORRELATED SCALAR SUBQUERY 1", "SEARCH download USING INTEGER PRIMARY KEY (rowid=?)",
        "CORRELATED SCALAR SUBQUERY 2", "SEARCH music_artist USING COVERING INDEX music_artist_row (row=?)",
    ]

    /// The plans of the statements that a query runs on music.
    private func plans(of query: MusicQuery, statements text: String = "music.genre") async throws -> [[String]] {
        let repository = SQLiteMusicRepository(library: library, now: { TestTime().now })
        let statements = try await probe.statements { _ = try await repository.results(of: query) }
            .filter { $0.contains(text) }
        #expect(!statements.isEmpty)
        return try await explain(statements)
    }

    private func explain(_ statements: [String]) async throws -> [[String]] {
        try await DatabasePool(path: path).read { try $0.queryPlans(of: statements) }
    }
}
