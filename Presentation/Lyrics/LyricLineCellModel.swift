import FermataDomain

/// A row of the lyrics screen: one line of a song's lyrics.
public struct LyricLineCellModel: Equatable, Sendable, Identifiable {
    /// The line's index.
    public let id: Int
    private let line: LyricLine
    /// Whether the line is sung now.
    public let isCurrent: Bool
    /// Whether the line comes before the one that is sung now.
    public let isPast: Bool

    init(_ line: LyricLine, at index: Int, currentLine: Int?) {
        (self.line, id) = (line, index)
        isCurrent = index == currentLine
        isPast = currentLine.map { index < $0 } ?? false
    }

    public var text: String { line.text }
    /// When the line is sung, from the song's start; nil if that is unknown.
    public var time: Duration? { line.time }
    /// The time in milliseconds.
    public var milliseconds: Int? {
        line.time.map { Int($0.components.seconds) * 1_000 + Int($0.components.attoseconds / 1_000_000_000_000_000) }
    }
    /// `1:23`; empty if the time is unknown.
    public var timeText: String { line.time.map { DurationText($0).clock } ?? "" }

    /// `[01:23.450]`, as files of lyrics write it; empty if the time is unknown.
    public var timeCode: String {
        guard let milliseconds else { return "" }
        let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
        let (seconds, remainder) = rest.quotientAndRemainder(dividingBy: 1_000)
        return "[\(minutes.padded(to: 2)):\(seconds.padded(to: 2)).\(remainder.padded(to: 3))]"
    }

    /// The line as the command line prints it: after its time code, if codes are shown, and after the mark of the
    /// current line, if that is shown.
    public func lineText(showsTimeCode: Bool, marksCurrent: Bool) -> String {
        (marksCurrent ? isCurrent ? "▶ " : "  " : "") + (showsTimeCode ? timeCode : "") + text
    }

    /// The row as one sentence for a screen reader.
    public var accessibilityLabel: String {
        let time = line.time.map { "at " + (DurationText($0).spoken.isEmpty ? "the start" : DurationText($0).spoken) }
        return [text.onOneLine, time ?? "", isCurrent ? "current line" : ""].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}

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
