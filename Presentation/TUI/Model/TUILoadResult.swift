/// The result of a load.
package enum TUILoadResult: Equatable, Sendable {
    case rows([TUIRow], freshness: FreshnessModel? = nil)
    /// All rows of a page that is not read in windows.
    case allRows([TUIRow], freshness: FreshnessModel?)
    case music(TrackCellModel, records: [MusicRecordModel] = [])
    case lyrics(LyricsScreen)
    case toDo(ToDoDetailModel)
    case source(SourceDetailModel)
}

extension TUILoadResult {
    /// The rows that show the state of a download.
    var musicRows: [TUIRow] {
        switch self {
        case .rows(let rows, _), .allRows(let rows, _): rows
        case .music(let row, _): [.music(row)]
        case .lyrics, .toDo, .source: []
        }
    }

    var freshness: FreshnessModel? {
        switch self {
        case .rows(_, let freshness), .allRows(_, let freshness): freshness
        case .music, .lyrics, .toDo, .source: nil
        }
    }
}
