import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Lists of music")
struct MusicListDataSourceTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let songs = ["Ashes to Ashes", "Changes", "Fame", "Heroes", "Starman"].enumerated().map { index, title in
        Music(
            id: MusicID(UInt64(index + 1) << 56), title: title, explicit: title == "Fame" ? .explicit : .clean)
    }

    @Test("a screen has the rows of its window and their freshness")
    func showsWindow() async throws {
        let source = dataSource(freshness: .fresh(at: now.addingTimeInterval(-60)))
        var screens: [MusicListScreen] = []
        for try await screen in source.screens(for: MusicQuery(window: Window(offset: 1, limit: 2))) {
            screens.append(screen)
        }
        #expect(screens.map { $0.rows.map(\.title) } == [[], ["Changes", "Fame"]])
        #expect(screens.map(\.freshness.text) == ["Updating…", "Updated 1 minute ago"])
    }

    @Test("a song has the values of its row, and what its sources say as objects")
    func showsSong() async throws {
        let song = try await dataSource().song(songs[1].id.short)
        #expect(song.row.title == "Changes")
        #expect(song.value(of: .music(.title)) == .text("Changes"))
        #expect(
            song.value(of: .records)
                == .objects([
                    [
                        NamedValue("source", .text("disk")), NamedValue("title", .text("CHANGES")),
                        NamedValue("artist", .text("David Bowie")), NamedValue("album", .none),
                        NamedValue("duration", .integer(217)), NamedValue("explicit", .text("unknown")),
                        NamedValue("audio", .local("file:///disk/1.mp3")),
                    ]
                ]))
        #expect(SongField.allCases.map(\.rawValue) == MusicField.allCases.map(\.rawValue) + ["records"])
        #expect(SongField.allCases.map(\.rawValue).compactMap(SongField.init) == SongField.allCases)
        #expect(SongField(rawValue: "record") == nil)
    }

    private let record = MusicRecord(
        source: "disk", title: "CHANGES", artist: "David Bowie", album: "", duration: .seconds(217), explicit: .unknown,
        audioURL: "file:///disk/1.mp3")

    @Test("an error of the library is thrown instead of an empty screen")
    func throwsLibraryError() async throws {
        let source = dataSource(error: LibraryError.damaged(path: "a.db"))
        await #expect(throws: LibraryError.damaged(path: "a.db")) {
            for try await _ in source.screens(for: MusicQuery()) {}
        }
    }

    @Test("reads a complete list in batches")
    func readsBatches() async throws {
        let batches = try await dataSource().batches(of: MusicQuery()).collected()
        #expect(
            batches.map { $0.map(\.title) } == [["Ashes to Ashes", "Changes"], ["Fame", "Heroes"], ["Starman"]])
    }

    @Test("the first row of a search is read alone", arguments: ["fame", "nothing"])
    func readsFirstRow(words: String) async throws {
        let repository = InMemoryMusicRepository(now: { .distantPast })
        try await repository.add(Source(name: "radio", kind: "test", address: "test:", added: .distantPast))
        _ = try await repository.refresh("radio", with: songs.map { RemoteMusic(key: $0.title, title: $0.title) })
        #expect(try await dataSource(repository).first(words)?.title == (words == "fame" ? "Fame" : nil))
        let stub = MusicRepositoryStub(songs)
        _ = try await dataSource(stub).first(words)
        #expect(stub.messages == [.pages(MusicQuery(text: words, window: Window(limit: 1)))])
    }

    @Test("a bookmark returns the changed row")
    func returnsBookmarkedRow() async throws {
        let source = dataSource()
        let row = try await source.find("02")
        let marked = try await source.setBookmark(true, of: row)
        #expect(marked.isBookmarked)
        #expect(try await source.find("02") == marked)
        #expect(try await source.setBookmark(false, of: marked) == row)
    }

    private func dataSource(
        listener: Listener = .anyone, freshness: Freshness = .stored(since: nil), error: (any Error)? = nil
    ) -> MusicListDataSource {
        dataSource(MusicRepositoryStub(songs, freshness: freshness, error: error), listener: listener)
    }

    private func dataSource(
        _ repository: any MusicRepository, listener: Listener = .anyone
    ) -> MusicListDataSource {
        let now = now
        return MusicListDataSource(
            getMusic: GetMusicUsecase(repository: repository, sources: Radio(), listener: listener),
            getRecords: GetMusicRecordsUsecase(repository: MusicRecordRepositoryStub([record]), listener: listener),
            setBookmark: SetBookmarkUsecase(repository: repository, listener: listener),
            rate: RateMusicUsecase(repository: repository, listener: listener), now: { now })
    }
}

/// Returns one source, and ignores changes.
private struct Radio: SourceRepository {
    func sources() async throws -> [Source] {
        [Source(name: "radio", kind: "http", address: "http://a", added: Date(timeIntervalSince1970: 0))]
    }

    func add(_ source: Source) async throws {}

    func update(_ name: String, to source: Source) async throws {}

    func setIssue(_ issue: SyncIssue?, of source: Source) async throws {}

    func remove(named name: String, keepingBookmarked: Bool) async throws {}
}
