import FermataDomain

/// A row with the columns of a list of music.
protocol MusicRowModel: Sendable {
    var shortID: String { get }
    var isBookmarked: Bool { get }
    var isDownloaded: Bool { get }
    var isExplicit: Bool { get }
    var title: String { get }
    var artist: String { get }
    var album: String { get }
    /// The duration, or the progress of the download.
    var timeText: String { get }
}

extension MusicRowModel {
    var marks: MusicMarks {
        MusicMarks(isBookmarked: isBookmarked, isDownloaded: isDownloaded, isExplicit: isExplicit)
    }

    static func makeTable() -> TableModel<Self> {
        TableModel(
            [
                .init("ID", .fixed(10), priority: 3, isDim: true, isCommandID: true) { .plain($0.shortID) },
                .init("", .fixed(3), priority: 5) { .marks($0.marks) },
                .init("Title", .share(5), priority: 6) { .plain($0.title) },
                .init("Artist", .share(3), priority: 2) { .plain($0.artist) },
                .init("Album", .share(3), priority: 1) { .plain($0.album) },
                .init("Time", .fixed(8), .trailing, priority: 4, key: "duration") { .plain($0.timeText) },
            ], emptyText: .music)
    }
}

extension MusicCellModel: MusicRowModel {
    package static let table = makeTable()

    var timeText: String { durationText }
}

extension TrackCellModel: MusicRowModel {
    package static let table = makeTable()

    /// The duration or, until the download has ended, its progress in one or two words: `45 %`, `waiting`, `failed`.
    var timeText: String {
        switch download {
        case .notDownloaded, .downloaded: durationText
        case .waiting, .downloading: DownloadStateText(download).text
        case .failed: DownloadStateText(download).word
        }
    }
}
