import FermataContracts
import FermataData
import FermataDomain
import struct Foundation.Date
import GRDB
import Testing

extension SortOrder {
    /// The orders with an index of all songs. Relevance alone is the order by title.
    static let indexed = allCases.filter { ![.relevance, .played, .plays, .rating].contains($0) }
}

/// Checks SQLite's query plans.
@Suite("A page at any offset is read without sorting the table")
struct QueryPlanTests {
    private let path: String
    private let repository: SQLiteMusicRepository
    private let probe: ConnectionProbe

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        probe = ConnectionProbe(path)
        repository = try await TestLibrary.sample(path: path).music
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
        for (limit, isCopied) in [(500, false), (501, true)] {
            let query = MusicQuery(window: Window(limit: limit))
            let statements = try await probe.statements { _ = try await repository.results(of: query) }
            #expect(statements.contains { $0.contains("json_each(") } == isCopied, "\(limit)")
        }
    }

    @Test("finds ids by their index, for every listener", arguments: ExplicitFilter.allCases)
    func readsIDsByIndex(filter: ExplicitFilter) async throws {
        let statements = try await probe.statements {
            _ = try await repository.ids(from: MusicID(7), allowing: filter, limit: 3)
        }
        let plans = try await explain(statements.filter { $0.contains("SELECT id FROM music") })
        let index = filter == .all ? "COVERING INDEX" : "INDEX"
        #expect(plans == [["SEARCH music USING \(index) music_id (id>?)"]])
    }

    @Test("counts songs only to skip those that precede the page")
    func countsSkippedSongsOnly() async throws {
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

    @Test(
        "played and rated songs have their own indexes", arguments: [SortOrder.played, .plays, .rating], [false, true])
    func fewSongsHaveIndexes(order: SortOrder, isReversed: Bool) async throws {
        let plans = try await plans(of: MusicQuery(order: order, isReversed: isReversed, window: Window(limit: 5)))
        let indexes = plans.map { $0.first?.split(separator: " ").first { $0.contains("_by_") } }
        #expect(indexes == ["\(order == .rating ? "rated" : "played")_by_\(order)", "music_by_title"])
        #expect(plans.allSatisfy { !$0.contains { $0.contains("TEMP B-TREE") } })
    }

    @Test("finds the played songs of another order without reading the others")
    func findsPlayedSongsByIndex() async throws {
        for plan in try await plans(of: MusicQuery(text: "is:played", window: Window(limit: 5))) {
            #expect(plan.contains { $0.contains("played_by_") }, "\(plan)")
        }
    }

    @Test("finds rated songs in another order without reading the others", arguments: ["rating:4..", "rating:5"])
    func findsRatedSongsByIndex(text: String) async throws {
        for plan in try await plans(of: MusicQuery(text: text, window: Window(limit: 5))) {
            #expect(plan.contains { $0.contains("rated_by_rating") }, "\(plan)")
        }
    }

    @Test(
        "skips songs that were never played or rated on the index",
        arguments: [(SortOrder.played, "played"), (.plays, "played"), (.rating, "rated")])
    func skipsOtherSongsOnIndex(order: SortOrder, name: String) async throws {
        let query = MusicQuery(order: order, window: Window(offset: 7, limit: 5))
        let plan = try #require(try await plans(of: query).last)
        #expect(plan.contains("SCAN music USING COVERING INDEX music_by_title"), "\(plan)")
        #expect(plan.contains { $0.contains("\(name) USING COVERING INDEX \(name)_by_") }, "\(plan)")
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
        let statements = try await probe.statements { _ = try await repository.results(of: query) }
            .filter { $0.contains(text) }
        #expect(!statements.isEmpty)
        return try await explain(statements)
    }

    private func explain(_ statements: [String]) async throws -> [[String]] {
        try await DatabasePool(path: path).read { try $0.queryPlans(of: statements) }
    }
}

@Suite("Pages far from the start of 10,100 songs")
struct FarPageTests {
    private static let count = 10_100
    private static let windows = [(0, 30), (10_000, 7), (10_090, 20), (10_099, 1), (10_100, 5), (20_000, 5)]
        .map { Window(offset: $0, limit: $1) }
    private static let template = LibraryTemplate { path in
        let songs = (1...count).map { number in
            RemoteMusic(
                key: "\(number)", title: "Song \(number % 100)", artist: "Artist \(number % 7)",
                popularity: number % 3 == 0 ? nil : Double(number % 5),
                released: number % 4 == 0 ? nil : ReleaseDate(year: 1_900 + number % 100))
        }
        _ = try await TestLibrary(songs, path: path)
    }
    private let path: String
    private let probe: ConnectionProbe
    private let library: SQLiteLibrary
    private let repository: SQLiteMusicRepository

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        probe = ConnectionProbe(path)
        try await Self.template.copy(to: path)
        library = try SQLiteLibrary(path: path)
        repository = SQLiteMusicRepository(library: library, now: { TestTime().now })
    }

    /// One test for all orders: filling the library takes longer than reading it.
    @Test("are the same from either end, and are read from the nearer one")
    func areReadFromNearerEnd() async throws {
        for (order, isReversed) in Self.views(of: SortOrder.indexed) {
            _ = try await expectPages(order, isReversed, Self.windows)
            let (offset, limit) = (10_000, 5)
            let query = MusicQuery(
                order: order, isReversed: isReversed, window: Window(offset: offset, limit: limit))
            let statements = try await probe.statements { _ = try await repository.results(of: query) }
            #expect(statements.contains { $0.contains("OFFSET \(Self.count - offset - limit)") }, "\(query)")
            #expect(!statements.contains { $0.contains("OFFSET \(offset)") }, "\(query)")
            let plans = try await DatabasePool(path: path).read { [statements] db in
                try db.queryPlans(of: statements.filter { $0.contains("music.genre") })
            }
            #expect(!plans.isEmpty)
            for plan in plans {
                #expect(plan.contains("SCAN music USING COVERING INDEX music_by_\(order)"), "\(plan)")
            }
        }
    }

    @Test("include windows across the end of the played songs")
    func crossEndOfPlayedSongs() async throws {
        let history = SQLiteHistoryRepository(library: library)
        let time = TestTime()
        for number in 1...40 {
            let id = MusicID(source: "radio", key: "\(number % 23 + 1)")
            try await history.add(Play(id, started: time.now.addingTimeInterval(Double(number))))
        }
        let windows = [(20, 5), (23, 5), (100, 7)].map { Window(offset: $0, limit: $1) }
        for (order, isReversed) in Self.views(of: [.played, .plays]) {
            let all = try await expectPages(order, isReversed, windows + Self.windows)
            #expect(all.prefix(23).allSatisfy { $0.plays > 0 } && all.dropFirst(23).allSatisfy { $0.plays == 0 })
        }
    }

    @Test("include windows across the end of the rated songs")
    func crossEndOfRatedSongs() async throws {
        for number in 1...23 {
            try await repository.setRating(Rating.allCases[number % 5], of: MusicID(source: "radio", key: "\(number)"))
        }
        let windows = [(20, 5), (23, 5), (100, 7)].map { Window(offset: $0, limit: $1) }
        for (order, isReversed) in Self.views(of: [.rating]) {
            let all = try await expectPages(order, isReversed, windows + Self.windows)
            #expect(all.prefix(23).allSatisfy { $0.rating != nil } && all.dropFirst(23).allSatisfy { $0.rating == nil })
        }
    }

    @Test("continue after the page before, without counting or skipping its songs", arguments: [5, 501])
    func continueAfterPageBefore(limit: Int) async throws {
        for (order, isReversed) in Self.views(of: [.title, .artist]) {
            var query = MusicQuery(order: order, isReversed: isReversed, explicit: .notExplicit)
            query.window = Window(offset: 4_000, limit: limit)
            _ = try await repository.results(of: query)
            query.window = Window(offset: 4_000 + limit, limit: limit)
            let statements = try await probe.statements { _ = try await repository.results(of: query) }
            #expect(!statements.contains { $0.contains("OFFSET 4") || $0.contains("count(") }, "\(statements)")
            let plans = try await DatabasePool(path: path).read { [statements] db in
                try db.queryPlans(of: statements.filter { $0.contains("ended.row") })
            }
            #expect(plans.count == 1)
            let sign = isReversed ? "<" : ">"
            let seek = "SEARCH music USING \(limit > 500 ? "COVERING " : "")INDEX music_by_\(order) (("
            #expect(plans.joined().contains { $0.hasPrefix(seek) && $0.contains(",id)\(sign)(") }, "\(plans)")
            #expect(!plans.joined().contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(plans)")
        }
    }

    @Test("are right in any sequence, for several readers and lists at once", arguments: [1, 4])
    func areRightInAnySequence(readers: Int) async throws {
        if readers > 1 { try library.open(readers: readers) }
        var lists: [(query: MusicQuery, ids: [MusicID])] = []
        for (order, isReversed) in Self.views(of: [.title, .artist, .album, .added]) {
            for filter in [ExplicitFilter.all, .notExplicit] {
                let query = MusicQuery(order: order, isReversed: isReversed, explicit: filter)
                lists.append((query, try await repository.results(of: query).map(\.id)))
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, list) in (lists + lists).enumerated() {
                group.addTask { [repository] in
                    var numbers = SeededGenerator(UInt64(number))
                    var window = Window(offset: 0, limit: 100)
                    for _ in 0..<40 {
                        var query = list.query
                        query.window = window
                        let expected = list.ids.dropFirst(window.offset).prefix(window.limit ?? 0)
                        let page = try await repository.results(of: query).map(\.id)
                        #expect(page == Array(expected), "\(query)")
                        let isNext = Int.random(in: 0..<4, using: &numbers) > 0
                        let other = Int.random(in: 0..<Self.count, using: &numbers)
                        let offset = isNext ? window.offset + page.count : other
                        window = Window(offset: offset, limit: Int.random(in: 1...600, using: &numbers))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("are right after the library changes", arguments: [1, 4])
    func areRightAfterChange(readers: Int) async throws {
        if readers > 1 { try library.open(readers: readers) }
        let other = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { TestTime().now })
        var query = MusicQuery(order: .title)
        for (round, changed) in [repository, other, repository].enumerated() {
            let source = Source(name: "other \(round)", kind: "test", address: "", added: TestTime().now)
            try await SQLiteSourceRepository(library: library).add(source)
            query.window = Window(offset: 300, limit: 50)
            let before = try await repository.results(of: query)
            let songs = (0...round).map { RemoteMusic(key: "new \($0)", title: "A \($0)", artist: "Artist") }
            _ = try await changed.refresh(source.name, with: songs)
            let after = try await repository.results(of: query)
            #expect(after.map(\.id) != before.map(\.id))
            for limit in [50, 600] {
                query.window = Window(offset: 350, limit: limit)
                let expected = try await repository.results(of: MusicQuery(order: .title)).dropFirst(350).prefix(limit)
                #expect(try await repository.results(of: query).map(\.id) == expected.map(\.id))
            }
        }
    }

    private static func views(of orders: [SortOrder]) -> [(SortOrder, isReversed: Bool)] {
        orders.flatMap { [($0, false), ($0, true)] }
    }

    /// Expects windows to be parts of the complete list, and returns that list.
    private func expectPages(_ order: SortOrder, _ isReversed: Bool, _ windows: [Window]) async throws -> [Music] {
        let all = try await repository.results(of: MusicQuery(order: order, isReversed: isReversed))
        #expect(all.count == Self.count)
        for window in windows {
            let query = MusicQuery(order: order, isReversed: isReversed, window: window)
            let page = try await repository.results(of: query)
            let expected = all.dropFirst(window.offset).prefix(window.limit ?? 0)
            #expect(page.map(\.id) == expected.map(\.id), "\(query)")
        }
        return all
    }
}

/// Checks SQLite's query plans.
@Suite("Playlists and artists are read without full scans")
struct PlaylistQueryPlanTests {
    private let path: String

    init() async throws {
        let library = try await TestLibrary.sample()
        path = library.path
        _ = try await SQLitePlaylistRepository(library: library.file, now: { .distantPast }).refresh(
            "radio", with: SamplePlaylists.all)
    }

    @Test("a list of all playlists comes unsorted from the index of names", arguments: ExplicitFilter.allCases)
    func listsPlaylistsByIndex(filter: ExplicitFilter) async throws {
        for text in ["", "road"] {
            let plans = try await plans { library in
                _ = try await SQLitePlaylistRepository(library: library, now: { .distantPast })
                    .playlists(nameContaining: text, allowing: filter, window: Window(offset: 1, limit: 2))
            }
            let usesIndex = text.isEmpty || filter == .all
            #expect(scans(in: plans) == [usesIndex ? "SCAN playlist USING INDEX playlist_by_name" : "SCAN playlist"])
            // A search by name sorts by rank.
            #expect(plans.joined().contains { $0.contains("ORDER BY") } == !text.isEmpty)
        }
    }

    @Test("a playlist's music is looked up entry by entry, in order", arguments: ExplicitFilter.allCases)
    func readsPlaylistByEntry(filter: ExplicitFilter) async throws {
        let id = PlaylistID(source: "radio", key: "trip")
        let plans = try await plans { library in
            try await SQLitePlaylistRepository(library: library, now: { .distantPast }).batches(
                of: id, allowing: filter, window: .all
            )
            .collected()
        }
        #expect(scans(in: plans) == [])
        #expect(plans.joined().contains("SEARCH entry USING PRIMARY KEY (playlist=?)"))
        #expect(!plans.joined().contains { $0.contains("ORDER BY") })
    }

    @Test("an artist's playlists are found through the artist's music", arguments: ExplicitFilter.allCases)
    func findsPlaylistsByMusic(filter: ExplicitFilter) async throws {
        for artist in ["David Bowie", "!!!"] {
            let plans = try await plans { library in
                let artists = SQLiteArtistRepository(library: library)
                _ = try await artists.playlists(withMusicBy: artist, allowing: filter, limit: 3)
                _ = try await artists.relatedArtists(to: artist, allowing: filter, limit: 3)
            }
            #expect(scans(in: plans).allSatisfy { $0.hasSuffix("held") || isOfSubquery($0) }, "\(plans)")
            for plan in plans {
                #expect(
                    plan.contains { $0.hasPrefix("SEARCH music USING") && $0.contains("music_by_artist (artist_key=?") }
                )
                #expect(plan.contains("SEARCH record USING INDEX record_row (row=?)"))
                #expect(plan.contains("SEARCH entry USING COVERING INDEX playlist_entry_record (record=?)"))
            }
        }
    }

    @Test("artists are found by going from key to key", arguments: ExplicitFilter.allCases)
    func findsArtistsKeyByKey(filter: ExplicitFilter) async throws {
        for text in ["", "o", "David Bowie", "!!", "!!!"] {
            let plans = try await plans { library in
                _ = try await SQLiteArtistRepository(library: library)
                    .artists(nameContaining: text, allowing: filter, limit: 100)
            }
            #expect(scans(in: plans).allSatisfy(isOfSubquery), "\(plans)")
            #expect(
                plans.joined().filter { $0.hasPrefix("SEARCH music") }
                    .allSatisfy { $0.hasPrefix("SEARCH music USING COVERING INDEX music_by_artist") }, "\(plans)")
            // Without a text, only the spellings of a name are sorted, so that the keys end with those of the page.
            let sorts = plans.map { plan in plan.count { $0.hasSuffix("FOR ORDER BY") } }.max()
            if text.isEmpty { #expect(sorts == 1, "\(plans)") }
        }
    }

    @Test("the keys of all artists are read only if too few names begin with the text")
    func readsAllKeysForFewNames() async throws {
        let probe = ConnectionProbe(path)
        let artists = SQLiteArtistRepository(library: try SQLiteLibrary(path: path))
        for (limit, isRead) in [(1, false), (2, true)] {
            let statements = try await probe.statements {
                let found = try await artists.artists(beginningWith: "david", allowing: .all, limit: limit)
                #expect(found.map(\.name) == ["David Bowie"])
            }
            #expect(statements.contains { $0.contains("RECURSIVE") } == isRead, "\(limit)")
        }
    }

    @Test("artists are found in one scan if the import left no index")
    func findsArtistsWithoutIndex() async throws {
        let find: @Sendable (SQLiteLibrary) async throws -> [Artist] = { library in
            var found: [Artist] = []
            for (text, filter) in [("o", ExplicitFilter.all), ("o", .notExplicit), ("", .all), ("", .cleanOnly)] {
                found += try await SQLiteArtistRepository(library: library)
                    .artists(nameContaining: text, allowing: filter, limit: 9)
            }
            return found
        }
        let found = try await find(SQLiteLibrary(path: path))
        try change(path, "DROP INDEX music_by_artist")
        let plans = try await plans { library in
            let again = try await find(library)
            #expect(again == found)
        }
        #expect(plans.joined().contains("SCAN music"))
        #expect(!plans.joined().contains("RECURSIVE STEP"))
    }

    /// The plans of a body's statements in a newly opened library.
    private func plans(_ body: (SQLiteLibrary) async throws -> Void) async throws -> [[String]] {
        let probe = ConnectionProbe(path)
        let library = try SQLiteLibrary(path: path)
        let statements = try await probe.statements { try await body(library) }
            .filter { ($0.contains("music") || $0.contains("playlist")) && !$0.contains("sqlite_master") }
            .filter { $0 != "SELECT 1 FROM music_artist LIMIT 1" }
        #expect(!statements.isEmpty)
        return try await DatabasePool(path: path).read { try $0.queryPlans(of: statements) }
    }

    private func scans(in plans: [[String]]) -> [String] {
        plans.joined().filter { $0.hasPrefix("SCAN") || $0.contains("AUTOMATIC") }
    }

    /// Whether a scan reads the result of a subquery.
    private func isOfSubquery(_ scan: String) -> Bool {
        scan.hasPrefix("SCAN (subquery-")
            || ["first", "found", "held", "name", "pair", "shared"].contains { scan == "SCAN \($0)" }
            || scan.hasPrefix("SCAN (subquery-")
    }
}

/// Checks SQLite's query plans.
@Suite("To-dos are read without sorting or full scans")
struct ToDoQueryPlanTests {
    private let path: String
    /// The plan that checks a restricted listener's to-dos, by song id and artist key.
    private static let explicitFilterPlan = [
        "CORRELATED SCALAR SUBQUERY 1", "SEARCH music USING INDEX music_id (id=?)", "CORRELATED SCALAR SUBQUERY 2",
        "SEARCH music USING COVERING INDEX music_by_artist (artist_key=?)", "CORRELATED SCALAR SUBQUERY 3",
        "SEARCH single USING PRIMARY KEY (artist_key=?)", "SEARCH music USING INTEGER PRIMARY KEY (rowid=?)",
    ]
    private static let windows = [Window(), Window(limit: 5), Window(offset: 7, limit: 5)]

    init() async throws {
        let library = try await TestLibrary.sample()
        path = library.path
        try await SQLiteToDoRepository(library: library.file).add(titles: (1...20).map(String.init))
    }

    @Test("the list comes from the index of its order")
    func readsListByIndex() async throws {
        let sections: [(ToDoSection?, String)] = [
            (nil, "SCAN todo USING INDEX todo_order"), (.toDo, "SEARCH todo USING INDEX todo_order (done=?)"),
            (.done, "SEARCH todo USING INDEX todo_order (done=?)"),
        ]
        for filter in ExplicitFilter.allCases {
            let explicitFilterPlan = filter == .all ? [] : Self.explicitFilterPlan
            for (section, plan) in sections {
                for window in Self.windows {
                    let plans = try await plans { toDos in
                        try await toDos.batches(of: ToDoQuery(section: section, window: window), allowing: filter)
                            .collected()
                    }
                    #expect(plans == [[plan] + explicitFilterPlan])
                }
            }
        }
    }

    @Test("a reversed list comes from the same index")
    func readsReversedListByIndex() async throws {
        let plans = try await plans { toDos in
            _ = try await toDos.batches(of: ToDoQuery(section: .done, isReversed: true), allowing: .all).collected()
        }
        #expect(plans == [["SEARCH todo USING INDEX todo_order (done=?)"]])
    }

    @Test("one to-do is found by number, and counts use the index")
    func findsOneByNumber() async throws {
        for filter in ExplicitFilter.allCases {
            let explicitFilterPlan = filter == .all ? [] : Self.explicitFilterPlan
            let plans = try await plans { toDos in
                _ = try await toDos.toDo(3, allowing: filter)
                _ = try await toDos.count(.done)
            }
            #expect(
                plans == [
                    ["SEARCH todo USING INTEGER PRIMARY KEY (rowid=?)"] + explicitFilterPlan,
                    ["SEARCH todo USING COVERING INDEX todo_order (done=?)"],
                ])
        }
    }

    @Test("adding, moving and removing use indexes")
    func changesUseIndexes() async throws {
        let probe = ConnectionProbe(path)
        let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
        let place = Coordinate(latitude: 1, longitude: 2)
        let statements = try await probe.statements(while: {
            try await toDos.add(
                ToDoItem(title: "Gig"), ToDoItem(title: "Gig", location: Location(name: "Hall")),
                ToDoItem(title: "Gig", location: Location(name: "Hall", coordinate: place)))
            try await toDos.setDone(true, of: [1, 2])
            try await toDos.remove([3])
        })
        let plans = try await plans(of: statements)
        #expect(plans.joined().allSatisfy { !$0.hasPrefix("SCAN") && !$0.contains("ORDER BY") }, "\(plans)")
        let used = Set(plans.joined())
        for part in [
            "todo_fingerprint (fingerprint=?)", "todo_fingerprint (fingerprint=? AND latitude=? AND longitude=?)",
            "COVERING INDEX todo_order (done=?)", "INTEGER PRIMARY KEY (rowid=?)",
        ] {
            #expect(used.contains { $0.hasSuffix(part) }, "\(part) is not in \(used)")
        }
    }

    /// The plans of a body's statements in a newly opened library.
    private func plans(_ body: (SQLiteToDoRepository) async throws -> Void) async throws -> [[String]] {
        let probe = ConnectionProbe(path)
        let library = try SQLiteLibrary(path: path)
        return try await plans(
            of: probe.statements(while: { try await body(SQLiteToDoRepository(library: library)) }))
    }

    private func plans(of statements: [String]) async throws -> [[String]] {
        let own = statements.filter { $0.contains("todo") && !$0.contains("sqlite_master") && !$0.hasPrefix("PRAGMA") }
        #expect(!own.isEmpty)
        return try await DatabasePool(path: path).read { db in
            db.add(function: DatabaseFunction("todo_artist_key", argumentCount: 1, pure: true) { $0[0] })
            return try db.queryPlans(of: own)
        }
    }
}
