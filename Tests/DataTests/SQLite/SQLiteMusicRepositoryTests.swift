import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing
import TestTraits

@Suite("Complete lists are read in the order of the file and returned in their own")
struct MusicBatchesTests {
    private static let count = 3_000
    private static let queries = [
        MusicQuery(), MusicQuery(order: .popular, isReversed: true, bookmarkedFirst: true), MusicQuery(order: .plays),
        MusicQuery(text: "song 7", order: .album), MusicQuery(order: .artist, explicit: .notExplicit),
        MusicQuery(window: Window(offset: 300)), MusicQuery(order: .added, window: Window(offset: 39, limit: 2_700)),
        MusicQuery(bookmarkedFirst: true, window: Window(offset: 20, limit: 1_000)),
    ]
    private static let template = LibraryTemplate { path in
        let library = try await TestLibrary((1...count).map(song), path: path)
        let ids = (1...40).map { MusicID(source: "radio", key: "\($0 * 11)") }
        _ = try await library.music.setBookmark(true, of: ids)
        try await SQLiteHistoryRepository(library: library.file).add(Play(ids[3], started: library.time.now))
    }
    private let path: String
    private let repository: SQLiteMusicRepository

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        try await Self.template.copy(to: path)
        repository = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { Date() })
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
        #expect(try await repository.results(of: MusicQuery(order: .artist, includesDetails: false)) == page)
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
        let music = try await TestLibrary(songs).music
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
        let songs = ["Oh You Pretty Things", "하드캐리 Hard Carry"].map { RemoteMusic(key: $0, title: $0) }
        let path = try await TestLibrary(songs).path
        let sizes = try await DatabaseQueue(path: path).read {
            try Int.fetchAll($0, sql: "SELECT length(title_order) FROM music")
        }
        #expect(sizes == [1, 1])
    }
}

@Suite("Downloaded music")
struct DownloadedMusicTests {
    private let folder: TemporaryFolder
    private let library: SQLiteLibrary
    private let music: SQLiteMusicRepository

    init() async throws {
        folder = try TemporaryFolder()
        let library = try await TestLibrary(SampleMusic.all, path: folder.path("library.sqlite"))
        (self.library, music) = (library.file, library.music)
    }

    @Test("is marked as downloaded only if the download is complete", arguments: [0, 1, 2])
    func marksOnlyCompleteDownloads(state: Int) async throws {
        let song = try #require(try await music.results(of: MusicQuery(text: "changes")).first)
        try insertDownload(song.id, state: state)
        let marked = try await music.all().filter(\.isDownloaded)
        #expect(marked.map(\.id) == (state == 1 ? [song.id] : []))
        let found = try await music.music(withPrefix: MusicIDPrefix(song.id), allowing: .all, limit: 1)
        #expect(found.map(\.isDownloaded) == [state == 1])
        #expect(try await music.setBookmark(true, of: song.id).isDownloaded == (state == 1))
        let playlists = SQLitePlaylistRepository(library: library, now: { Date() })
        _ = try await playlists.refresh("radio", with: [RemotePlaylist(key: "p", name: "Mix", songKeys: ["1", "2"])])
        let mix = try #require(try await playlists.all().first)
        #expect(try await playlists.music(in: mix).map(\.isDownloaded) == [state == 1, false])
    }

    @Test("includes the files of a folder that is the only source")
    func includesFilesOfFolder() async throws {
        let library = try SQLiteLibrary(path: folder.path("files.sqlite"))
        let files = SQLiteMusicRepository(library: library, now: { TestTime().now })
        try await SQLiteSourceRepository(library: library).add(
            SampleForms.prepare(Source(name: "disk", kind: "folder", address: "/music", added: TestTime().now)))
        _ = try await files.refresh("disk", with: SampleMusic.all)
        #expect(try await files.all().allSatisfy(\.isDownloaded))
        for query in [MusicQuery(downloadedOnly: true), MusicQuery(text: "is:downloaded")] {
            #expect(try await files.count(query) == SampleMusic.all.count)
            #expect(try await files.results(of: query).count == SampleMusic.all.count)
        }
    }

    @Test("includes those songs of a file on this computer that have audio there")
    func includesSongsWithFiles() async throws {
        let library = try SQLiteLibrary(path: folder.path("catalogue.sqlite"))
        let files = SQLiteMusicRepository(library: library, now: { TestTime().now })
        try await SQLiteSourceRepository(library: library).add(
            SampleForms.prepare(Source(name: "list", kind: "file", address: "/a.csv", added: TestTime().now)))
        let audio = ["file:///a.mp3", "http://a.example/b.mp3", nil]
        _ = try await files.refresh(
            "list", with: audio.enumerated().map { RemoteMusic(key: "\($0)", title: "Song \($0)", audioURL: $1) })
        #expect(try await files.all().filter(\.isDownloaded).map(\.title) == ["Song 0"])
        for query in [MusicQuery(downloadedOnly: true), MusicQuery(text: "is:downloaded")] {
            #expect(try await files.results(of: query).map(\.title) == ["Song 0"])
        }
        var plain = MusicQuery()
        plain.includesDetails = false
        #expect(try await files.results(of: plain).map(\.isDownloaded) == [true, false, false])
        #expect(try await files.results(of: plain).map(\.hasDownload) == [false, false, false])
    }

    @Test("emits its page again after the download", .deadline)
    func emitsPageAfterDownload() async throws {
        let song = try #require(try await music.all().first)
        var pages = music.pages(of: MusicQuery(window: Window(limit: 1))).makeAsyncIterator()
        #expect(try await pages.next()?.music.map(\.isDownloaded) == [false])
        let downloads = FileDownloadRepository(
            library: library, folder: folder.url.appending(path: "downloads"), clock: ContinuousClock())
        let file = try await downloads.open(song)
        try await file.begin(AudioStart(total: 5))
        try await file.write(Data("la la".utf8))
        _ = try await file.finish()
        var isDownloaded = false
        while !isDownloaded, let page = try await pages.next() {
            isDownloaded = page.music.first?.isDownloaded == true
        }
        #expect(isDownloaded)
    }

    private func insertDownload(_ id: MusicID, state: Int) throws {
        try change(
            library.path, "INSERT INTO download(id, state, number, file) VALUES (\(id.value), \(state), 0, 'song.mp3')")
    }
}
