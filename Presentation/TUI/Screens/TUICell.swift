import FermataDomain

/// What stands in a column of a row.
package enum TUICell: Equatable, Sendable {
    case text(StyledText)
    case marks(TUIMarks)

    static func plain(_ text: String) -> TUICell { .text(StyledText(text)) }
}

/// The marks of a row of music.
package struct TUIMarks: Equatable, Sendable {
    package let isBookmarked: Bool
    package let isDownloaded: Bool
    package let isExplicit: Bool

    package init(_ row: MusicCellModel) {
        (isBookmarked, isDownloaded, isExplicit) = (row.isBookmarked, row.isDownloaded, row.isExplicit)
    }
}

extension TUIRow {
    /// The row’s cells, one for each column of its list.
    ///
    /// `download` is how the download of the row’s music has come on since the row was read.
    func cells(download: DownloadCellModel?) -> [TUICell] {
        switch self {
        case .music(let row): Self.cells(ofMusic: download.map { row.with($0) } ?? row)
        case .playlist(let row):
            [.plain(row.name), .plain(row.countText), .plain(row.missingText), .plain(row.source)]
        case .download(let row): Self.cells(of: row, moved: download ?? row)
        case .toDo(let row):
            [.plain("\(row.number)"), .text(row.title), .plain(row.placeText), .plain(row.dateText)]
        case .artist(.track(let row)): Self.cells(of: download.map { row.with($0) } ?? row)
        case .artist(let row):
            [.plain(row.labelText), .plain(row.title), .plain(row.detailText), .plain(row.durationText)]
        }
    }

    private static func cells(ofMusic row: TrackCellModel) -> [TUICell] {
        [
            .marks(TUIMarks(row.row)), .plain(row.title), .plain(row.row.artist), .plain(row.album),
            .plain(row.timeText),
        ]
    }

    /// What a download tells of its music is from when it began.
    private static func cells(of row: DownloadCellModel, moved: DownloadCellModel) -> [TUICell] {
        [
            .marks(TUIMarks(MusicCellModel(row.download.music))), .plain(row.title), .plain(row.artist),
            .plain(moved.sizeText), .plain(moved.stateText),
        ]
    }

    private static func cells(of row: TrackCellModel) -> [TUICell] {
        let model = ArtistCellModel.track(row)
        return [
            .marks(TUIMarks(row.row)), .plain(row.title), .plain(model.detailText), .plain(row.durationText),
        ]
    }
}

extension TrackCellModel {
    fileprivate func with(_ row: DownloadCellModel) -> TrackCellModel {
        TrackCellModel(music, download: row.download.state)
    }

    /// How long it is or, until it is there, how its download stands in as few words: `45 %`, `waiting`, `failed`.
    fileprivate var timeText: String {
        switch download {
        case .notDownloaded, .downloaded: durationText
        case .waiting, .downloading: DownloadStateText(download).text
        case .failed: DownloadStateText(download).word
        }
    }
}
