import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Listing and recording plays for a screen")
struct HistoryDataSourceTests {
    private static let songs = (0..<5).map { number in
        Music(
            id: MusicID(UInt64(255 + number)), title: "Song \(number)", explicit: number == 2 ? .explicit : .clean)
    }
    private let repository = InMemoryHistoryRepository(music: MusicRepositoryStub(songs))

    private func source(age: Int? = nil) -> HistoryDataSource {
        let (music, listener) = (MusicRepositoryStub(Self.songs), Listener(age: age))
        return HistoryDataSource(
            getMusic: GetMusicUsecase(
                repository: music, sources: InMemoryMusicRepository(now: { testNow }), listener: listener),
            getHistory: GetHistoryUsecase(repository: repository, listener: listener),
            recordPlay: RecordPlayUsecase(
                music: music, history: repository, listener: listener, now: { testNow }),
            now: { testNow })
    }

    @Test("lists the history with the time since each play, the last one first")
    func listsHistory() async throws {
        for (number, minutes) in [(0, 120.0), (1, 2), (2, 60)] {
            try await repository.add(Play(MusicID(UInt64(255 + number)), started: testNow - minutes * 60))
        }
        let rows = try await source().list(.all)
        #expect(rows.map(\.song.title) == ["Song 1", "Song 2", "Song 0"])
        #expect(rows.map(\.ageText) == ["2 minutes ago", "1 hour ago", "2 hours ago"])
        #expect(try await source().list(Window(offset: 1, limit: 1)).map(\.song.title) == ["Song 2"])
        #expect(try await source().count() == 3)
        #expect(try await source(age: 12).list(.all).map(\.song.title) == ["Song 1", "Song 0"])
        #expect(try await source(age: 12).count() == 2)
    }

    @Test("records a play of a song by its id and returns its row")
    func recordsPlay() async throws {
        let row = try await source().add(music: "00000000000000ff", started: "2023-11-14T22:12:20Z")
        #expect(row.song.title == "Song 0" && row.ageText == "1 minute ago")
        #expect(repository.all == [Play(MusicID(255), started: testNow - 60)])
    }

    @Test(
        "rejects a play without a song or a possible time, and names the field",
        arguments: [
            ("", "2023-11-14T22:12:20Z", "music"), ("00000000000000ff", "", "started"),
            ("00000000000000ff", "yesterday", "started"), ("00000000000000ff", "2023-11-15T22:13:21Z", "started"),
            ("00000000000000ff", "1969-12-31T23:59:59Z", "started"),
        ])
    func rejectsPlays(music: String, started: String, field: String) async throws {
        let error = await #expect(throws: (any Error).self) {
            try await source().add(music: music, started: started)
        }
        let problem = ProblemModel(try #require(error), for: .webClient)
        #expect(problem.kind == .invalidInput && problem.field == field)
        #expect(repository.all.isEmpty)
    }

    @Test("rejects a hidden song as an unknown one")
    func hidesSongs() async throws {
        await #expect(throws: MusicError.notFound("0000000000000101")) {
            try await source(age: 12).add(
                music: "0000000000000101", started: "2023-11-14T22:12:20Z")
        }
    }

    @Test("the page of the history has a count, links and a text for an empty list")
    func describesPage() {
        let model = ListPageModel.history(window: Window(limit: 1), total: 2)
        #expect(model.title == "History" && model.countText == "2 plays")
        #expect(model.paging.next?.description == "/history?offset=1&limit=1")
        #expect(
            ListPageModel.history(window: .all, total: 0).emptyText.hasPrefix("No song was played yet. A song counts"))
    }
}

@Suite("Rows of the queue and the history")
struct PlaybackRowTests {
    private let changes = PlaybackFixture.changes

    @Test("a row of the queue marks the current song")
    func showsQueue() {
        let row = QueueCellModel(QueuedSong(number: 7, song: changes, isCurrent: true))
        #expect(row.number == 7 && row.isCurrent && row.song == MusicCellModel(changes))
        #expect(
            QueueCellModel.table.cells.map { $0(row) }
                == ["▶", "7", "Changes", "David Bowie", "3:37"].map(TableCell.plain))
        let other = QueueCellModel(QueuedSong(number: 8, song: changes, isCurrent: false))
        #expect(QueueCellModel.table.cells[0](other) == .plain(""))
        #expect(QueueCellModel.table.emptyText.commandLine == "The queue is empty. Play music with: fermata play")
    }

    @Test("every key of the queue has its value, and the usual columns have keys")
    func hasQueueValues() {
        let row = QueueCellModel(QueuedSong(number: 7, song: changes, isCurrent: true))
        #expect(
            QueueField.allCases.map { "\($0)=\(row.value(of: $0).text)" } == [
                "number=7", "current=yes", "id=00000000000000ff", "title=Changes", "artist=David Bowie",
                "album=Hunky Dory", "duration=217",
            ])
        #expect(
            QueueField.allCases.map(\.valueKind) == [.number, .flag, .text, .text, .text, .text, .number])
        #expect(
            QueueCellModel.table.columns.map(\.key) == ["current", "number", "title", "artist", "duration"])
    }

    @Test("a row of the history says how long ago the song was played")
    func showsHistory() {
        let row = HistoryCellModel(PlayedSong(changes, started: testNow - 185), now: testNow)
        #expect(row.ageText == "3 minutes ago" && row.song == MusicCellModel(changes))
        #expect(row.accessibilityLabel == row.song.accessibilityLabel + ", played 3 minutes ago")
        #expect(
            HistoryCellModel.table.cells.map { $0(row) }
                == ["3 minutes ago", "Changes", "David Bowie", row.song.shortID].map(TableCell.plain))
        #expect(
            HistoryCellModel.table.emptyText.commandLine
                == "No song was played yet. A song counts after half of it or four minutes, "
                + "but not before 30 seconds. Play music with: fermata play")
    }

    @Test("every key of the history has its value, and the usual columns have keys")
    func hasHistoryValues() {
        let row = HistoryCellModel(PlayedSong(changes, started: testNow), now: testNow + 9)
        #expect(
            HistoryField.allCases.map { "\($0)=\(row.value(of: $0).text)" } == [
                "played=2023-11-14T22:13:20Z", "id=00000000000000ff", "title=Changes", "artist=David Bowie",
                "album=Hunky Dory", "duration=217",
            ])
        #expect(HistoryField.allCases.map(\.valueKind) == [.time, .text, .text, .text, .text, .number])
        #expect(HistoryCellModel.table.columns.map(\.key) == ["played", "title", "artist", "id"])
    }
}
