import FermataContracts
import FermataData
import FermataDomain
import struct Foundation.Date
import GRDB
import Testing

/// The orders with an index of all songs. Relevance alone is the order by title.
private let indexedOrders = SortOrder.allCases.filter { ![.relevance, .played, .plays].contains($0) }

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

    @Test("every order and direction uses an index", arguments: indexedOrders, [false, true])
    func readsEveryOrderByIndex(order: SortOrder, isReversed: Bool) async throws {
        let query = MusicQuery(order: order, isReversed: isReversed, window: Window(offset: 0, limit: 5))
        let plan = ["SCAN music USING INDEX music_by_\(order)"] + downloadLookup
        #expect(try await plans(of: query).allSatisfy { $0 == plan })
    }

    @Test("skips rows on the index and sorts no more than the window", arguments: indexedOrders)
    func skipsRowsOnIndex(order: SortOrder) async throws {
        let query = MusicQuery(
            order: order, isReversed: true, explicit: .notExplicit, window: Window(offset: 7, limit: 5))
        for plan in try await plans(of: query) {
            #expect(plan.contains("SCAN music USING COVERING INDEX music_by_\(order)"), "\(plan)")
            #expect(plan.contains("SEARCH music USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
        }
    }

    @Test("reads the same page from the nearer end", arguments: indexedOrders, [false, true])
    func readsFromNearerEnd(order: SortOrder, isReversed: Bool) async throws {
        let many = (1...12_000).map { number in
            RemoteMusic(
                key: "\(number)", title: "Song \(number % 100)", artist: "Artist \(number % 7)",
                popularity: number % 3 == 0 ? nil : Double(number % 5),
                released: number % 4 == 0 ? nil : ReleaseDate(year: 1_900 + number % 100))
        }
        let time = TestTime()
        _ = try await SQLiteMusicRepository(library: library, now: { time.now }).refresh("radio", with: many)
        let repository = SQLiteMusicRepository(library: library, now: { time.now })
        let all = try await repository.results(of: MusicQuery(order: order, isReversed: isReversed))
        for (offset, limit) in [(10_000, 7), (11_990, 20), (11_999, 1), (12_000, 5), (20_000, 5)] {
            let window = Window(offset: offset, limit: limit)
            let query = MusicQuery(order: order, isReversed: isReversed, window: window)
            let page = try await repository.results(of: query)
            #expect(page.map(\.id) == all.dropFirst(offset).prefix(limit).map(\.id), "\(offset)")
        }
        let query = MusicQuery(order: order, isReversed: isReversed, window: Window(offset: 11_000, limit: 5))
        for plan in try await plans(of: query) {
            #expect(plan.contains("SCAN music USING COVERING INDEX music_by_\(order)"), "\(plan)")
        }
        let (offset, limit) = (10_000, 5)
        let window = Window(offset: offset, limit: limit)
        let statements = try await probe.statements {
            _ = try await repository.results(of: MusicQuery(order: order, isReversed: isReversed, window: window))
        }
        #expect(statements.contains { $0.contains("OFFSET \(many.count - offset - limit)") })
        #expect(!statements.contains { $0.contains("OFFSET \(offset)") })
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

    @Test("bookmarks have their own indexes", arguments: indexedOrders)
    func bookmarksHaveIndexes(order: SortOrder) async throws {
        let query = MusicQuery(bookmarkedOnly: true, order: order, window: Window(limit: 5))
        let plan = ["SCAN music USING INDEX bookmarked_by_\(order)"] + downloadLookup
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

    @Test("reads windows across the end of the played songs", arguments: [SortOrder.played, .plays], [false, true])
    func readsAcrossPlayedSongs(order: SortOrder, isReversed: Bool) async throws {
        let many = (1...12_000).map { RemoteMusic(key: "\($0)", title: "Song \($0 % 100)") }
        let time = TestTime()
        let repository = SQLiteMusicRepository(library: library, now: { time.now })
        _ = try await repository.refresh("radio", with: many)
        let history = SQLiteHistoryRepository(library: library)
        for number in 1...40 {
            let id = MusicID(source: "radio", key: "\(number % 23 + 1)")
            try await history.add(Play(id, started: time.now.addingTimeInterval(Double(number))))
        }
        let all = try await repository.results(of: MusicQuery(order: order, isReversed: isReversed))
        #expect(all.prefix(23).allSatisfy { $0.plays > 0 } && all.dropFirst(23).allSatisfy { $0.plays == 0 })
        for (offset, limit) in [(0, 30), (20, 5), (23, 5), (100, 7), (10_000, 7), (11_990, 20), (12_000, 5)] {
            let window = Window(offset: offset, limit: limit)
            let page = try await repository.results(
                of: MusicQuery(order: order, isReversed: isReversed, window: window))
            #expect(page.map(\.id) == all.dropFirst(offset).prefix(limit).map(\.id), "\(offset)")
        }
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

    @Test(
        "a search decides filters on the order's index without reading songs",
        arguments: [
            (MusicQuery(text: "song", order: .title, explicit: .notExplicit), "explicit <>", ["walk"]),
            (MusicQuery(text: "song", source: "radio", order: .title), "sources &", ["walk"]),
            (MusicQuery(text: "song source:radio", order: .title), "sources &", ["walk"]),
            (MusicQuery(text: "song is:clean", order: .title), "explicit =", ["walk"]),
            (
                MusicQuery(text: "song", downloadedOnly: true, order: .title), "IN (SELECT id FROM download", ["walk"]
            ),
            (MusicQuery(text: "song duration:1:00..", order: .title), "duration BETWEEN", ["comparison"]),
            (MusicQuery(text: "song year:2000", order: .title), "released BETWEEN", ["candidates", "comparison"]),
            (MusicQuery(text: "song", artist: "band", order: .title), "artist_key =", ["candidates", "comparison"]),
        ] as [(MusicQuery, String, Set<String>)])
    func decidesFiltersOnIndex(query: MusicQuery, condition: String, kinds: Set<String>) async throws {
        let repository = try await manySongs()
        var page = query
        page.window = Window(limit: 5)
        let statements = try await probe.statements { [page] in _ = try await repository.results(of: page) }
            .filter { $0.contains(condition) }
        #expect(Set(statements.compactMap(Self.kind)) == kinds, "\(statements)")
    }

    @Test("a search compares a limited number of songs before it sorts the matches")
    func limitsComparisons() async throws {
        let repository = try await manySongs()
        let query = MusicQuery(text: "song duration:9:00..", order: .title, window: Window(limit: 5))
        let statements = try await probe.statements { _ = try await repository.results(of: query) }
        #expect(statements.count { Self.kind($0) == "comparison" } == 150 + 1_000)
    }

    @Test("a search walks the order's index for the first 2,000 rows only")
    func walksForFirstRows() async throws {
        let repository = try await manySongs()
        for (window, isWalked) in [
            (Window(limit: 2_000), true), (Window(limit: 2_001), false),
            (Window(offset: 1_000, limit: 1_000), true), (Window(offset: 1_001, limit: 1_000), false),
        ] {
            let query = MusicQuery(text: "song", order: .title, window: window)
            let statements = try await probe.statements { _ = try await repository.results(of: query) }
            #expect(statements.contains { Self.kind($0) == "walk" } == isWalked, "\(window)")
        }
    }

    /// Replaces the music of the library with more songs than a search sorts at once.
    private func manySongs() async throws -> SQLiteMusicRepository {
        let songs = (1...1_200).map { number in
            RemoteMusic(
                key: "\(number)", title: "Song \(number)", artist: "Band", duration: .seconds(60), explicit: .clean,
                released: ReleaseDate(year: 2_000))
        }
        let repository = SQLiteMusicRepository(library: library, now: { TestTime().now })
        _ = try await repository.refresh("radio", with: songs)
        return repository
    }

    /// The purpose of a statement of a search.
    private static func kind(_ statement: String) -> String? {
        if statement.hasPrefix("SELECT 1 FROM music WHERE row = ") { return "comparison" }
        guard statement.hasPrefix("SELECT row FROM music ") else { return nil }
        return statement.contains("ORDER BY") ? "walk" : "candidates"
    }

    /// The plan that finds out whether a song is downloaded.
    private let downloadLookup = [
        "CORRELATED SCALAR SUBQUERY 1", "SEARCH download USING INTEGER PRIMARY KEY (rowid=?)",
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
