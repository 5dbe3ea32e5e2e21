import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The cells of tables")
struct TableCellTests {
    private let music = Music.changes(isBookmarked: true)

    @Test("a row of music shows id, marks, title, artist, album and duration")
    func showsMusic() {
        let marks = MusicMarks(isBookmarked: true, isDownloaded: false, isExplicit: false)
        let cells: [TableCell] = [
            .plain("1a2b3c4d5e"), .marks(marks), .plain("Changes"), .plain("David Bowie"), .plain("Hunky Dory"),
            .plain("3:37"),
        ]
        #expect(MusicCellModel.table.cells.map { $0(MusicCellModel(music)) } == cells)
        #expect(TrackCellModel.table.cells.map { $0(TrackCellModel(music)) } == cells)
    }

    @Test(
        "the time of a row is its download's progress until the download has ended",
        arguments: [
            (DownloadState.notDownloaded, "3:37"), (.waiting, "waiting"), (.downloading(fraction: 0.45), "45 %"),
            (.failed(.status(404)), "failed"), (.downloaded, "3:37"),
        ])
    func showsProgress(state: DownloadState, text: String) {
        #expect(TrackCellModel.table.cells[5](TrackCellModel(music, download: state)) == .plain(text))
        let isDownloaded = MusicMarks(isBookmarked: true, isDownloaded: state == .downloaded, isExplicit: false)
        #expect(TrackCellModel.table.cells[1](TrackCellModel(music, download: state)) == .marks(isDownloaded))
    }

    @Test("a playlist shows name, count, missing songs and source")
    func showsPlaylist() {
        let row = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3, missing: 1))
        #expect(
            PlaylistCellModel.table.cells.map { $0(row) }
                == ["Glam", "3 songs", "1 not in the library", "radio"].map(TableCell.plain))
    }

    @Test("a download shows its music, size and state")
    func showsDownload() {
        let row = DownloadCellModel(Download(music: music, state: .waiting, received: 0, length: 5_000), for: .user)
        let marks = MusicMarks(isBookmarked: true, isDownloaded: false, isExplicit: false)
        #expect(
            DownloadCellModel.table.cells.map { $0(row) } == [
                .plain("1a2b3c4d5e"), .marks(marks), .plain("Changes"), .plain("David Bowie"),
                .plain("0 bytes of 5.0 kB"), .plain("waiting"),
            ])
        let issue = DownloadIssueCellModel(DownloadIssue(.missing, file: "a.mp3", music: MusicID(1)))
        #expect(
            DownloadIssueCellModel.table.cells.map { $0(issue) } == [.plain("a.mp3"), .paragraph(issue.text)])
    }

    @Test("a source shows name, kind, count, age and address")
    func showsSource() {
        let date = Date(timeIntervalSince1970: 0)
        let source = Source(name: "home", kind: "http", address: "http://a", added: date, count: 2)
        #expect(
            SourceCellModel.table.cells.map { $0(SourceCellModel(source, now: date)) }
                == ["home", "http", "2 songs", "never", "http://a"].map(TableCell.plain))
    }

    @Test("a done to-do shows its number and its title struck through")
    func showsToDo() {
        let row = ToDoCellModel(ToDo(number: 7, item: ToDoItem(title: "Low"), isDone: true), style: .american)
        #expect(
            ToDoCellModel.table.cells.map { $0(row) }
                == [.plain("7"), .text(StyledText("Low", isStruckThrough: true)), .plain(""), .plain("")])
    }

    @Test("ids and numbers are dim; numbers and sizes are aligned to the end")
    func stylesColumns() {
        let tables = [
            MusicCellModel.table.columns, TrackCellModel.table.columns, ArtistCellModel.table.columns,
            DownloadCellModel.table.columns, DownloadIssueCellModel.table.columns, PlaylistCellModel.table.columns,
            SourceCellModel.table.columns, SyncResultCellModel.table.columns, ToDoCellModel.table.columns,
            ToDoImportModel.table.columns,
        ]
        for column in tables.joined() {
            #expect(column.isCommandID == (column.heading == "ID"))
            #expect(column.isDim == ["ID", "N"].contains(column.heading))
            #expect((column.alignment == .trailing) == ["Time", "Songs", "Size", "N"].contains(column.heading))
        }
        #expect(DownloadCellModel.table.columns.filter(\.isCommandID).count == 1)
    }

    @Test("each list has its text for the case of no rows")
    func hasEmptyText() {
        #expect(MusicCellModel.table.emptyText == .music && PlaylistCellModel.table.emptyText == .playlists())
        #expect(DownloadCellModel.table.emptyText == .downloads && ToDoCellModel.table.emptyText == .toDos(nil))
        #expect(SourceCellModel.table.emptyText == .sources && SyncResultCellModel.table.emptyText == .sources)
        #expect(ArtistCellModel.table.emptyText == .none && ToDoImportModel.table.emptyText == .none)
        #expect(MusicCellModel.table.whenEmpty(.playlist).emptyText == .playlist)
        #expect(MusicCellModel.table.whenEmpty(.playlist).columns == MusicCellModel.table.columns)
    }
}
