import FermataPresentation

/// The marks of a row of music: signs that every terminal draws in one column.
enum MusicMarks {
    static let bookmarked: Character = "✭"
    static let downloaded: Character = "⤓"
    static let explicit: Character = "E"
    private static let texts = (0..<8).map { bits in
        String([
            bits & 1 == 0 ? " " : bookmarked, bits & 2 == 0 ? " " : downloaded, bits & 4 == 0 ? " " : explicit,
        ])
    }

    static func text(of row: some MarkedRow) -> String {
        texts[(row.isBookmarked ? 1 : 0) | (row.isDownloaded ? 2 : 0) | (row.isExplicit ? 4 : 0)]
    }
}

/// A row that may bear marks.
protocol MarkedRow {
    var isBookmarked: Bool { get }
    var isDownloaded: Bool { get }
    var isExplicit: Bool { get }
}

extension MusicCellModel: MarkedRow {}
extension TrackCellModel: MarkedRow {}
