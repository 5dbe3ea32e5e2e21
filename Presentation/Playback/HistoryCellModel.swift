public import FermataDomain
public import Foundation

/// A row of the history: a song, and when it was played.
public struct HistoryCellModel: Equatable, Sendable {
    let played: PlayedSong
    private let now: Date

    public init(_ played: PlayedSong, now: Date) {
        self.played = played
        self.now = now
    }

    public var song: MusicCellModel { MusicCellModel(played.song) }
    /// When it was played: `3 minutes ago`.
    public var ageText: String { AgeText(of: played.started, now: now).text }
    /// The row as one sentence for a screen reader.
    public var accessibilityLabel: String { song.accessibilityLabel + ", played " + ageText }
}

/// The keys of a play: `played` is when it began.
public enum HistoryField: String, RowField {
    case played, id, title, artist, album, duration

    public var valueKind: FieldKind {
        switch self {
        case .played: .time
        case .duration: .number
        case .id, .title, .artist, .album: .text
        }
    }
}

extension HistoryCellModel: RowModel {
    public func value(of field: HistoryField) -> FieldValue {
        switch field {
        case .played: FieldValue(TimestampText(played.started)?.text)
        case .id: song.value(of: .id)
        case .title: song.value(of: .title)
        case .artist: song.value(of: .artist)
        case .album: song.value(of: .album)
        case .duration: song.value(of: .duration)
        }
    }

    package static let table = TableModel<HistoryCellModel>(
        [
            .init("Played", .fixed(15), priority: 1, isDim: true) { .plain($0.ageText) },
            .init("Title", .share(2), priority: 4) { .plain($0.song.title) },
            .init("Artist", .share(1), priority: 3) { .plain($0.song.artist) },
            .init("ID", .fixed(10), priority: 2, isDim: true) { .plain($0.song.shortID) },
        ],
        emptyText: EmptyListText(
            "No song was played yet. A song counts after half of it or four minutes, but not before 30 seconds.",
            commandLine: "Play music with: fermata play"))
}
