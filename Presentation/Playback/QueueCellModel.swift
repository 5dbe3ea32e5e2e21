public import FermataDomain

/// A row of the queue.
public struct QueueCellModel: Equatable, Sendable {
    let queued: QueuedSong
    /// Where a program plays the queue: `in a terminal`; nil if none does, or if the row does not say.
    let place: String?
    let neighbours: Neighbours

    /// The numbers of the entries before and after a row; nil at the ends, or if the row does not say.
    package struct Neighbours: Equatable, Sendable {
        package var previous, next: Int?
        /// Whether the entry before is the current one.
        package var followsCurrent: Bool

        package init(previous: Int? = nil, next: Int? = nil, followsCurrent: Bool = false) {
            (self.previous, self.next, self.followsCurrent) = (previous, next, followsCurrent)
        }
    }

    public init(_ queued: QueuedSong) { (self.queued, place, neighbours) = (queued, nil, Neighbours()) }

    /// `status` is that of the player of the queue.
    package init(_ queued: QueuedSong, in status: NowPlayingModel, between neighbours: Neighbours = Neighbours()) {
        (self.queued, self.neighbours) = (queued, neighbours)
        place = status.isStopped ? nil : status.otherPlaceText
    }

    /// Identifies the entry of the queue.
    public var number: Int { queued.number }
    public var isCurrent: Bool { queued.isCurrent }
    public var song: MusicCellModel { MusicCellModel(queued.song) }
    /// The row as one sentence for a screen reader.
    public var accessibilityLabel: String { (isCurrent ? "Current song: " : "") + song.accessibilityLabel }
}

/// The keys of a song of the queue. `number` identifies its entry.
public enum QueueField: String, RowField {
    case number, current, id, title, artist, album, duration

    public var valueKind: FieldKind {
        switch self {
        case .number, .duration: .number
        case .current: .flag
        case .id, .title, .artist, .album: .text
        }
    }
}

extension QueueCellModel: RowModel {
    public func value(of field: QueueField) -> FieldValue {
        switch field {
        case .number: .integer(number)
        case .current: .flag(isCurrent)
        case .id, .title, .artist, .album, .duration: song.value(ofKey: field.rawValue)
        }
    }

    package static let table = TableModel<QueueCellModel>(
        [
            .init("", .fixed(1), priority: 4, key: "current") { .plain($0.isCurrent ? "▶" : "") },
            .init("No.", .fixed(5), priority: 2, key: "number", isDim: true) { .plain("\($0.number)") },
            .init("Title", .share(2), priority: 5) { .plain($0.song.title) },
            .init("Artist", .share(1), priority: 3) { .plain($0.song.artist) },
            .init("Time", .fixed(7), .trailing, priority: 1, key: "duration", isDim: true) {
                .plain($0.song.durationText)
            },
        ],
        emptyText: EmptyListText(
            "The queue is empty.", commandLine: "Play music with: fermata play",
            web: "The menu of a song adds it."))
}
