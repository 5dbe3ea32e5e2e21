import FermataDomain
import FermataPresentation
import Testing

@Suite("The columns that a person chooses")
struct ChosenColumnsTests {
    private let row = MusicCellModel(.changes(isBookmarked: true))

    @Test("shows the columns of the keys, in their order")
    func choosesColumns() {
        let table = MusicCellModel.table.showing([.artist, .duration, .title])
        #expect(table.columns.map(\.heading) == ["Artist", "Time", "Title"])
        #expect(table.cells.map { $0(row) } == ["David Bowie", "3:37", "Changes"].map(TableCell.plain))
    }

    @Test("shows the value of a key that has no column as text")
    func showsOtherKeys() {
        let table = MusicCellModel.table.showing([.bookmarked, .explicit, .source])
        #expect(table.columns.map(\.heading) == ["Bookmarked", "Explicit", "Source"])
        #expect(table.cells[0](row) == .plain("yes"))
    }

    @Test("a narrow table drops the last columns first")
    func dropsLastColumns() {
        let columns = MusicCellModel.table.showing([.album, .title, .artist, .id]).columns
        #expect(columns.placed(in: 25).map(\.column.heading) == ["Album"])
        #expect(columns.placed(in: 200).count == 4)
    }

    @Test("every table finds its columns by the keys of its rows")
    func knowsKeys() {
        func keyed<Row: RowModel>(_ table: TableModel<Row>) -> [String] {
            let keys = Set(Row.Field.allCases.map(\.rawValue))
            return table.columns.map(\.key).filter(keys.contains)
        }
        #expect(keyed(ToDoCellModel.table) == ["number", "title", "place", "due"])
        #expect(keyed(SourceCellModel.table) == ["name", "kind", "count", "refreshed", "address"])
        #expect(keyed(PlaylistCellModel.table) == ["name", "count", "missing", "source"])
        #expect(keyed(DownloadCellModel.table) == ["id", "title", "artist", "state"])
        #expect(keyed(ArtistCellModel.table) == ["id", "title", "duration"])
    }
}
