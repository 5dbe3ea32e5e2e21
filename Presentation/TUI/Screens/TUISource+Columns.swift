/// The columns of the list that a source fills.
extension TUISource {
    /// The columns that fit a width; none for a screen of text.
    func columns(in width: Int) -> [PlacedColumn] {
        columns.isEmpty ? [] : columns.placed(in: width, showsCommandIDs: false)
    }

    private var columns: [TableColumn] {
        switch self {
        case .music, .playlist: TrackCellModel.table.columns
        case .playlists: PlaylistCellModel.table.columns
        case .downloads: DownloadCellModel.table.columns
        case .toDos: ToDoCellModel.table.columns
        case .artist: ArtistCellModel.table.columns
        case .sources: SourceCellModel.syncTable.columns
        case .lyrics: LyricLineCellModel.table.columns
        case .queue: QueueCellModel.table.columns
        case .player, .musicDetail, .toDoDetail, .sourceDetail, .help: []
        }
    }
}
