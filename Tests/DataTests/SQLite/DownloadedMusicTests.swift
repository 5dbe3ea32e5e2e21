import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("Downloaded music")
struct DownloadedMusicTests {
    private let folder: TemporaryFolder
    private let library: SQLiteLibrary
    private let music: SQLiteMusicRepository

    init() async throws {
        folder = try TemporaryFolder()
        library = try SQLiteLibrary(path: folder.path("library.sqlite"))
        let time = TestTime()
        music = SQLiteMusicRepository(library: library, now: { time.now })
        try await LibrarySeed(SampleMusic.all).fill(music, SQLiteSourceRepository(library: library), time: time)
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
        let playlists = SQLitePlaylistRepository(library: library)
        _ = try await playlists.refresh("radio", with: [RemotePlaylist(key: "p", name: "Mix", songKeys: ["1", "2"])])
        let mix = try #require(try await playlists.all().first)
        #expect(try await playlists.music(in: mix).map(\.isDownloaded) == [state == 1, false])
    }

    @Test("includes the files of a folder that is the only source")
    func includesFilesOfFolder() async throws {
        let library = try SQLiteLibrary(path: folder.path("files.sqlite"))
        let files = SQLiteMusicRepository(library: library, now: { TestTime().now })
        try await SQLiteSourceRepository(library: library).add(
            Source(name: "disk", kind: Source.folderKind, address: "/music", added: TestTime().now))
        _ = try await files.refresh("disk", with: SampleMusic.all)
        #expect(try await files.all().allSatisfy(\.isDownloaded))
        for query in [MusicQuery(downloadedOnly: true), MusicQuery(text: "is:downloaded")] {
            #expect(try await files.count(query) == SampleMusic.all.count)
            #expect(try await files.results(of: query).count == SampleMusic.all.count)
        }
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
            library.path, "INSERT INTO download(id, state, asked, file) VALUES (\(id.value), \(state), 0, 'song.mp3')")
    }
}
