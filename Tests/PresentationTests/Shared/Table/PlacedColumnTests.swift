import FermataPresentation
import Testing

@Suite("The columns that fit a table")
struct PlacedColumnTests {
    @Test("fixed columns have their width and shares divide the rest")
    func dividesWidth() {
        let placed = MusicCellModel.table.columns.placed(in: 100)
        #expect(placed.map(\.column.heading) == ["ID", "", "Title", "Artist", "Album", "Time"])
        #expect(placed.map(\.width) == [10, 3, 31, 19, 19, 8])
        #expect(placed.map(\.start) == [0, 12, 17, 50, 71, 92])
        #expect(placed.map(\.index) == [0, 1, 2, 3, 4, 5])
    }

    @Test(
        "each column that fits beside more important columns is shown",
        arguments: [
            (86, ["ID", "", "Title", "Artist", "Album", "Time"]), (85, ["ID", "", "Title", "Artist", "Time"]),
            (69, ["ID", "", "Title", "Artist", "Time"]), (68, ["ID", "", "Title", "Time"]),
            (52, ["ID", "", "Title", "Time"]), (51, ["", "Title", "Time"]), (40, ["", "Title", "Time"]),
            (39, ["", "Title"]), (30, ["", "Title"]), (29, ["Title"]), (1, ["Title"]),
        ])
    func dropsByPriority(width: Int, headings: [String]) {
        #expect(MusicCellModel.table.columns.placed(in: width).map(\.column.heading) == headings)
    }

    @Test("a column that is too wide makes room for a narrow one of lower priority")
    func showsNarrowColumns() {
        let placed = ArtistCellModel.table.columns.placed(in: 46, showsCommandIDs: false)
        #expect(placed.map(\.column.heading) == ["", "Title", "Time"])
        #expect(placed.map(\.start) == [0, 10, 38])
    }

    @Test(
        "each table has an order of its own in which columns give way",
        arguments: [
            (MusicCellModel.table.columns, ["Album", "Artist", "ID", "Time", "", "Title"]),
            (ArtistCellModel.table.columns, ["Time", "About", "ID", "", "Title"]),
            (PlaylistCellModel.table.columns, ["Missing", "Source", "Songs", "Name"]),
            (DownloadCellModel.table.columns, ["", "Artist", "ID", "Size", "State", "Title"]),
            (DownloadIssueCellModel.table.columns, ["Issue", "File"]),
            (SourceCellModel.table.columns, ["Kind", "Songs", "Updated", "Address", "Name"]),
            (SyncResultCellModel.table.columns, ["Changes", "Source", "Result"]),
            (ToDoCellModel.table.columns, ["Place", "Date", "N", "Title"]),
            (QueueCellModel.table.columns, ["Time", "No.", "Artist", "", "Title"]),
            (HistoryCellModel.table.columns, ["Played", "ID", "Artist", "Title"]),
            (LyricLineCellModel.table.columns, ["Time", "", "Text"]),
            (UndoableChangeCellModel.table.columns, ["Made", "Change"]),
            (ExportModel.table.columns, ["Count", "Written"]), (ImportModel.table.columns, ["Result", "Import"]),
            (LibraryFindingCellModel.table.columns, ["Damage", "Finding"]),
            (LibraryRepairCellModel.table.columns, ["Probably damaged", "Not readable", "Read", "Content"]),
        ])
    func dropsInOrder(columns: [TableColumn], order: [String]) {
        #expect(columns.sorted { $0.priority < $1.priority }.map(\.heading) == order)
        #expect(columns.placed(in: 1).map(\.column.heading) == order.suffix(1))
    }

    @Test(
        "a table that just fits shows all its columns",
        arguments: [
            (QueueCellModel.table.columns, 51, [1, 5, 20, 10, 7]),
            (HistoryCellModel.table.columns, 61, [15, 20, 10, 10]),
            (LyricLineCellModel.table.columns, 17, [1, 7, 5]), (ImportModel.table.columns, 19, [12, 5]),
            (LibraryFindingCellModel.table.columns, 17, [10, 5]), (UndoableChangeCellModel.table.columns, 22, [15, 5]),
        ])
    func fitsColumns(columns: [TableColumn], width: Int, widths: [Int]) {
        #expect(columns.placed(in: width).map(\.width) == widths)
    }

    @Test("only ids to type are left out without commands")
    func marksIDs() {
        let tables = [
            MusicCellModel.table.columns, ArtistCellModel.table.columns, PlaylistCellModel.table.columns,
            DownloadCellModel.table.columns, SourceCellModel.table.columns, ToDoCellModel.table.columns,
        ]
        let commandIDs = tables.map { $0.filter(\.isCommandID).map(\.heading) }
        #expect(commandIDs == [["ID"], ["ID"], [], ["ID"], [], []])
    }

    @Test("no table is wider than asked for, and its last column ends at the edge", arguments: 1...200)
    func endsAtEdge(width: Int) throws {
        let tables = [
            MusicCellModel.table.columns, ArtistCellModel.table.columns, PlaylistCellModel.table.columns,
            DownloadCellModel.table.columns, DownloadIssueCellModel.table.columns, SourceCellModel.table.columns,
            SyncResultCellModel.table.columns, ToDoCellModel.table.columns, ToDoImportModel.table.columns,
        ]
        for columns in tables {
            let placed = columns.placed(in: width)
            let last = try #require(placed.last)
            let hasShare = placed.contains { if case .share = $0.column.width { true } else { false } }
            #expect(hasShare ? last.start + last.width == width : last.start + last.width <= width)
            #expect(placed.allSatisfy { $0.width > 0 })
            #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.start + $0.width + 2 == $1.start })
        }
    }

    @Test("every table of 80 columns shows all but its least important column")
    func fitsEighty() {
        #expect(ArtistCellModel.table.columns.placed(in: 69).count == 5)
        #expect(PlaylistCellModel.table.columns.placed(in: 80).count == 4)
        #expect(DownloadCellModel.table.columns.placed(in: 80).count == 5)
        #expect(SourceCellModel.table.columns.placed(in: 70).count == 5)
        #expect(ToDoCellModel.table.columns.placed(in: 76).count == 4)
    }

    @Test("a table without a command line has no column of ids")
    func hidesCommandIDs() {
        let placed = MusicCellModel.table.columns.placed(in: 80, showsCommandIDs: false)
        #expect(placed.map(\.column.heading) == ["", "Title", "Artist", "Album", "Time"])
        #expect(placed.map(\.index) == [1, 2, 3, 4, 5])
        #expect(ToDoCellModel.table.columns.placed(in: 80, showsCommandIDs: false).count == 4)
    }
}
