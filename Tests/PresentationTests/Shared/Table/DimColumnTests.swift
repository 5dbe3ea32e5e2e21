import FermataPresentation
import Testing

@Suite("Dim columns of tables")
struct DimColumnTests {
    @Test("ids, numbers and times are dim, since people read the other columns first")
    func dimsKeys() {
        let tables = [
            MusicCellModel.table.columns, TrackCellModel.table.columns, DownloadCellModel.table.columns,
            ArtistCellModel.table.columns, ToDoCellModel.table.columns, QueueCellModel.table.columns,
            HistoryCellModel.table.columns, UndoableChangeCellModel.table.columns, PlaylistCellModel.table.columns,
            SourceCellModel.table.columns,
        ]
        #expect(
            tables.map { $0.filter(\.isDim).map(\.heading) } == [
                ["ID"], ["ID"], ["ID"], ["ID"], ["N"], ["No.", "Time"], ["Played", "ID"], ["Made"], [], [],
            ])
    }
}
