import FermataDomain

extension TUIRow {
    /// The row’s cells in some columns of its list.
    ///
    /// `download` is the current state of the download of the row’s music; nil if it has not changed since the row was
    /// read. `sync` is the progress of the running sync.
    func cells(
        in columns: [PlacedColumn], download: DownloadCellModel?, sync: SyncProgressText?
    ) -> [TableCell] {
        switch self {
        case .music(let row): TrackCellModel.table.cells(of: row.with(download), in: columns)
        case .playlist(let row): PlaylistCellModel.table.cells(of: row, in: columns)
        case .download(let row): DownloadCellModel.table.cells(of: row.with(download), in: columns)
        case .toDo(let row): ToDoCellModel.table.cells(of: row, in: columns)
        case .artist(.track(let row)): ArtistCellModel.table.cells(of: .track(row.with(download)), in: columns)
        case .artist(let row): ArtistCellModel.table.cells(of: row, in: columns)
        case .queued(let row): QueueCellModel.table.cells(of: row, in: columns)
        case .source(let row): SourceCellModel.syncTable.cells(of: row.with(sync), in: columns)
        }
    }
}

extension TrackCellModel {
    fileprivate func with(_ row: DownloadCellModel?) -> TrackCellModel {
        row.map { TrackCellModel(music, download: $0.download.state) } ?? self
    }
}

extension SourceCellModel {
    fileprivate func with(_ sync: SyncProgressText?) -> SourceCellModel {
        var row = self
        row.progress = sync.flatMap { $0.source == name ? $0 : nil }
        return row
    }
}

extension DownloadCellModel {
    /// The row with a newer state and its own music, since the newer row has the music from the download's start.
    fileprivate func with(_ row: DownloadCellModel?) -> DownloadCellModel {
        guard var download = row?.download else { return self }
        download.music = self.download.music
        return DownloadCellModel(download, for: .user)
    }
}
