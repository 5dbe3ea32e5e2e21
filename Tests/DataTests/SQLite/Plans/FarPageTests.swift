import FermataContracts
import FermataData
import FermataDomain
import struct Foundation.Date
import GRDB
import Testing

@Suite("Pages far from the start of 12,000 songs")
struct FarPageTests {
    private static let count = 12_000
    private static let windows = [(0, 30), (10_000, 7), (11_990, 20), (11_999, 1), (12_000, 5), (20_000, 5)]
        .map { Window(offset: $0, limit: $1) }
    private let path: String
    private let probe: ConnectionProbe
    private let library: SQLiteLibrary
    private let repository: SQLiteMusicRepository

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        probe = ConnectionProbe(path)
        library = try SQLiteLibrary(path: path)
        repository = SQLiteMusicRepository(library: library, now: { TestTime().now })
        let songs = (1...Self.count).map { number in
            RemoteMusic(
                key: "\(number)", title: "Song \(number % 100)", artist: "Artist \(number % 7)",
                popularity: number % 3 == 0 ? nil : Double(number % 5),
                released: number % 4 == 0 ? nil : ReleaseDate(year: 1_900 + number % 100))
        }
        try await LibrarySeed(songs).fill(repository, SQLiteSourceRepository(library: library), time: TestTime())
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
