import FermataDomain
import FermataPresentation
import Foundation
import Testing

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
