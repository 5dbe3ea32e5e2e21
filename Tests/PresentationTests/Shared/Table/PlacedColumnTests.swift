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
        "a narrow table drops the columns of lowest priority first",
        arguments: [
            (86, ["ID", "", "Title", "Artist", "Album", "Time"]), (85, ["ID", "", "Title", "Artist", "Time"]),
            (69, ["ID", "", "Title", "Artist", "Time"]), (68, ["ID", "Title", "Artist", "Time"]),
            (64, ["ID", "Title", "Artist", "Time"]), (63, ["ID", "Title", "Artist"]), (54, ["ID", "Title", "Artist"]),
            (53, ["Title", "Artist"]), (42, ["Title", "Artist"]), (41, ["Title"]), (1, ["Title"]),
        ])
    func dropsByPriority(width: Int, headings: [String]) {
        #expect(MusicCellModel.table.columns.placed(in: width).map(\.column.heading) == headings)
    }

    @Test(
        "each table drops its columns in an order of its own",
        arguments: [
            (MusicCellModel.table.columns, ["Album", "", "Time", "ID", "Artist", "Title"]),
            (ArtistCellModel.table.columns, ["Time", "About", "ID", "", "Title"]),
            (PlaylistCellModel.table.columns, ["Missing", "Source", "Songs", "Name"]),
            (DownloadCellModel.table.columns, ["", "Artist", "ID", "Size", "State", "Title"]),
            (DownloadIssueCellModel.table.columns, ["Issue", "File"]),
            (SourceCellModel.table.columns, ["Kind", "Songs", "Updated", "Address", "Name"]),
            (SyncResultCellModel.table.columns, ["Changes", "Source", "Result"]),
            (ToDoCellModel.table.columns, ["Place", "Date", "N", "Title"]),
        ])
    func dropsInOrder(columns: [TableColumn], order: [String]) {
        var shown = columns.map(\.heading)
        var dropped: [String] = []
        for width in (1...200).reversed() {
            let fitting = columns.placed(in: width).map(\.column.heading)
            dropped += shown.filter { !fitting.contains($0) }
            shown = fitting
        }
        #expect(dropped + shown == order)
    }

    @Test("ids and numbers are dim; only ids to type are left out without commands")
    func marksIDs() {
        let tables = [
            MusicCellModel.table.columns, ArtistCellModel.table.columns, PlaylistCellModel.table.columns,
            DownloadCellModel.table.columns, SourceCellModel.table.columns, ToDoCellModel.table.columns,
        ]
        let dim = tables.map { $0.filter(\.isDim).map(\.heading) }
        #expect(dim == [["ID"], ["ID"], [], ["ID"], [], ["N"]])
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
