import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

/// Checks SQLite's query plans.
@Suite("Playlists and artists are read without full scans")
struct PlaylistQueryPlanTests {
    private let path: String

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        let library = try SQLiteLibrary(path: path)
        let (time, sources) = (TestTime(), SQLiteSourceRepository(library: library))
        try await LibrarySeed(SampleMusic.all).fill(
            SQLiteMusicRepository(library: library, now: { time.now }), sources, time: time)
        _ = try await SQLitePlaylistRepository(library: library).refresh("radio", with: SamplePlaylists.all)
    }

    @Test("a list of all playlists comes unsorted from the index of names", arguments: ExplicitFilter.allCases)
    func listsPlaylistsByIndex(filter: ExplicitFilter) async throws {
        for text in ["", "road"] {
            let plans = try await plans { library in
                _ = try await SQLitePlaylistRepository(library: library)
                    .playlists(nameContaining: text, allowing: filter, window: Window(offset: 1, limit: 2))
            }
            #expect(scans(in: plans) == [text.isEmpty ? "SCAN playlist USING INDEX playlist_by_name" : "SCAN playlist"])
            // A search by name sorts by rank.
            #expect(plans.joined().contains { $0.contains("ORDER BY") } == !text.isEmpty)
        }
    }

    @Test("a playlist's music is looked up entry by entry, in order", arguments: ExplicitFilter.allCases)
    func readsPlaylistByEntry(filter: ExplicitFilter) async throws {
        let id = PlaylistID(source: "radio", key: "trip")
        let plans = try await plans { library in
            try await SQLitePlaylistRepository(library: library).batches(of: id, allowing: filter, window: .all)
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
        ["first", "found", "held", "name", "pair", "shared"].contains { scan == "SCAN \($0)" }
            || scan.hasPrefix("SCAN (subquery-")
    }
}
