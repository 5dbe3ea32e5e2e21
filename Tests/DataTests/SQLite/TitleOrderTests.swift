import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("The order of titles with one sort key")
struct TitleOrderTests {
    private let titles = [
        "changes", "Changes", "CHANGES", "Chánges", "chANGES", "Change's", "The Changes", "Changes!", "¡Changes",
        "Changes ",
        " Changes", "changes (", "Ｃhanges", "Change\u{301}s",
    ]

    @Test("is that of the titles, in both directions and by every order")
    func comparesTitles() async throws {
        let long = String(repeating: "long ", count: 60)
        let songs = (titles + titles.map { long + $0 }).enumerated().map { index, title in
            RemoteMusic(key: "\(index)", title: title, artist: "Band", album: "Album")
        }
        let library = try SQLiteLibrary.inTemporaryFolder()
        let time = TestTime()
        let music = SQLiteMusicRepository(library: library, now: { time.now })
        try await LibrarySeed(songs).fill(music, SQLiteSourceRepository(library: library), time: time)
        let all = try await music.all()
        for order in SortOrder.allCases {
            for isReversed in [false, true] {
                let query = MusicQuery(order: order, isReversed: isReversed)
                let found = try await music.results(of: query).map(\.title)
                #expect(found == query.results(from: all).map(\.title), "\(order)")
            }
        }
    }

    @Test("needs one byte for capitalized words")
    func needsOneByte() async throws {
        let path = try TemporaryFolder().path("library.sqlite")
        let library = try SQLiteLibrary(path: path)
        let time = TestTime()
        let music = SQLiteMusicRepository(library: library, now: { time.now })
        let songs = ["Oh You Pretty Things", "하드캐리 Hard Carry"].map { RemoteMusic(key: $0, title: $0) }
        try await LibrarySeed(songs).fill(music, SQLiteSourceRepository(library: library), time: time)
        let sizes = try await DatabaseQueue(path: path).read {
            try Int.fetchAll($0, sql: "SELECT length(title_order) FROM music")
        }
        #expect(sizes == [1, 1])
    }
}
