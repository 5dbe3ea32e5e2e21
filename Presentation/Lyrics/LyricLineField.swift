import FermataDomain

/// The keys of a line of lyrics.
public enum LyricLineField: String, RowField {
    /// Milliseconds from the song's start.
    case time
    case text, current

    public var valueKind: FieldKind {
        switch self {
        case .time: .number
        case .text: .text
        case .current: .flag
        }
    }
}

extension LyricLineCellModel: RowModel {
    public func value(of field: LyricLineField) -> FieldValue {
        switch field {
        case .time: FieldValue(milliseconds)
        case .text: .text(text)
        case .current: .flag(isCurrent)
        }
    }
}

extension LyricLineCellModel {
    package static let table = TableModel<LyricLineCellModel>(
        [
            .init("", .fixed(1), priority: 2, key: "current") { .plain($0.isCurrent ? "▶" : "") },
            .init("Time", .fixed(7), .trailing, priority: 1) { .plain($0.timeText) },
            .init("Text", .share(1), priority: 3) { .plain($0.text) },
        ], emptyText: .lyrics)
}

extension EmptyListText {
    package static let lyrics = EmptyListText("This song has no lyrics.")
}
