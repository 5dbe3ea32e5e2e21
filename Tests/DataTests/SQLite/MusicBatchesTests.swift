import FermataContracts
import FermataData
import FermataDomain
import struct Foundation.Date
import Testing

@Suite("Complete lists are read in the order of the file and returned in their own")
struct MusicBatchesTests {
    private static let count = 3_000
    private static let queries = [
        MusicQuery(), MusicQuery(order: .popular, isReversed: true, bookmarkedFirst: true), MusicQuery(order: .plays),
        MusicQuery(text: "song 7", order: .album), MusicQuery(order: .artist, explicit: .notExplicit),
        MusicQuery(window: Window(offset: 300)), MusicQuery(order: .added, window: Window(offset: 39, limit: 2_700)),
        MusicQuery(bookmarkedFirst: true, window: Window(offset: 20, limit: 1_000)),
    ]
    private let path: String
    private let repository: SQLiteMusicRepository

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        let library = try SQLiteLibrary(path: path)
        let time = TestTime()
        repository = SQLiteMusicRepository(library: library, now: { time.now })
        try await LibrarySeed([("radio", [])]).fill(repository, SQLiteSourceRepository(library: library), time: time)
        let songs = (1...Self.count).map(Self.song)
        _ = try await repository.refresh("radio", with: songs)
        let ids = (1...40).map { MusicID(source: "radio", key: "\($0 * 11)") }
        _ = try await repository.setBookmark(true, of: ids)
        try await SQLiteHistoryRepository(library: library).add(Play(ids[3], started: time.now))
    }

    @Test("a complete list has the songs of its page, in their order")
    func listHasSongsOfPage() async throws {
        for query in Self.queries {
            let page = try await page(of: query)
            #expect(page.count > 500, "\(query)")
            let batches = try await repository.batches(of: query).collected()
            #expect(batches.allSatisfy { (1...1_000).contains($0.count) })
            #expect(Array(batches.joined()) == page, "\(query)")
        }
    }

    @Test("a list without details has the same names, durations and marks")
    func listWithoutDetails() async throws {
        let page = try await page(of: MusicQuery(order: .artist)).map { song in
            Music(
                id: song.id, title: song.title, artist: song.artist, album: song.album, duration: song.duration,
                explicit: song.explicit, sources: song.sources, isBookmarked: song.isBookmarked,
                isDownloaded: song.isDownloaded)
        }
        #expect(try await repository.results(of: MusicQuery(order: .artist, hasDetails: false)) == page)
    }

    @Test("an index that has a row which the table lacks is reported as damage")
    func missingRowIsDamage() async throws {
        let isIndex = "name = 'music_by_title'"
        try change(
            path,
            """
            PRAGMA writable_schema = ON; CREATE TABLE saved AS SELECT * FROM sqlite_master WHERE \(isIndex);
            DELETE FROM sqlite_master WHERE \(isIndex)
            """)
        try change(path, "DELETE FROM music WHERE row = 1500")
        try change(
            path, "PRAGMA writable_schema = ON; INSERT INTO sqlite_master SELECT * FROM saved; DROP TABLE saved")
        await #expect(throws: LibraryError.damaged(path: path)) {
            _ = try await repository.results(of: MusicQuery(order: .title))
        }
    }

    private static func song(_ number: Int) -> RemoteMusic {
        RemoteMusic(
            key: "\(number)", title: "Song \(number * 7_919 % 1_000)",
            artist: number % 3 == 0 ? "" : "어둠 \(number % 7)",
            track: number % 5 == 0 ? nil : number % 4,
            genre: number % 2 == 0 ? nil : "jazz", artworkURL: "https://example.org/\(number)",
            explicit: number % 5 == 0 ? .explicit : .unknown, popularity: number % 4 == 0 ? nil : Double(number) / 8)
    }

    private func page(of query: MusicQuery) async throws -> [Music] {
        for try await page in repository.pages(of: query) { return page.music }
        return []
    }
}
