import FermataContracts
import FermataData
import FermataDomain
import Testing

@Suite("A search of more songs than it sorts at once")
struct SearchPlanTests {
    private let probe: ConnectionProbe
    private let repository: SQLiteMusicRepository

    init() async throws {
        let path = try TemporaryFolder().path("library.sqlite")
        probe = ConnectionProbe(path)
        let songs = (1...1_200).map { number in
            RemoteMusic(
                key: "\(number)", title: "Song \(number)", artist: "Band", duration: .seconds(60), explicit: .clean,
                released: ReleaseDate(year: 2_000))
        }
        repository = try await TestLibrary(songs, path: path).music
    }

    /// One test for all queries: filling the library takes longer than reading it.
    @Test("decides filters on the order's index without reading songs")
    func decidesFiltersOnIndex() async throws {
        let cases: [(MusicQuery, String, Set<String>)] = [
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
        ]
        for (query, condition, kinds) in cases {
            var page = query
            page.window = Window(limit: 5)
            let statements = try await probe.statements { [page] in _ = try await repository.results(of: page) }
                .filter { $0.contains(condition) }
            #expect(Set(statements.compactMap(Self.kind)) == kinds, "\(statements)")
        }
    }

    @Test("compares a few songs farther on, then each song, and none twice in one walk")
    func limitsComparisons() async throws {
        let query = MusicQuery(text: "song duration:9:00..", order: .title, window: Window(limit: 5))
        let statements = try await probe.statements { _ = try await repository.results(of: query) }
        #expect(statements.count { Self.kind($0) == "comparison" } == 1_200 / 64 + 1_200)
    }

    @Test("walks the order's index for the first 2,000 rows only")
    func walksForFirstRows() async throws {
        for (window, isWalked) in [
            (Window(limit: 2_000), true), (Window(limit: 2_001), false),
            (Window(offset: 1_000, limit: 1_000), true), (Window(offset: 1_001, limit: 1_000), false),
        ] {
            let query = MusicQuery(text: "song", order: .title, window: window)
            let statements = try await probe.statements { _ = try await repository.results(of: query) }
            #expect(statements.contains { Self.kind($0) == "walk" } == isWalked, "\(window)")
        }
    }

    /// The purpose of a statement of a search.
    private static func kind(_ statement: String) -> String? {
        if statement.hasPrefix("SELECT 1 FROM music WHERE row = ") { return "comparison" }
        guard statement.hasPrefix("SELECT row FROM music ") else { return nil }
        if statement.contains("IS NOT NULL") { return "results" }
        return statement.contains("ORDER BY") ? "walk" : "candidates"
    }
}
