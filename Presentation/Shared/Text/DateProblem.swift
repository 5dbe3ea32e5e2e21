/// Why a text is not a date.
public enum DateProblem: Error, Equatable, Sendable {
    /// `example` is a date in the user's format.
    case unreadable(String, example: String)
    /// `example` is as in `unreadable`; nil if the text is in ISO 8601.
    case noSuchDay(String, example: String? = nil)
    case noSuchTime(String)
    /// The clocks of a time zone skip the time when they go forward.
    case skipped(time: String, zone: String)
    /// A time on the first or the last supported day.
    case outOfRange

    /// Longer than any date.
    private static let quoteLimit = 40

    /// The problem in one sentence.
    public var text: String {
        switch self {
        case .unreadable(let text, let example):
            "“\(Self.quote(text))” is not a date. \(Self.forms(example))"
        case .noSuchDay(let text, nil): "There is no day “\(text)”."
        case .noSuchDay(let text, let example?): "There is no day “\(text)”. \(Self.forms(example))"
        case .noSuchTime(let text): "There is no time of day as in “\(text)”."
        case .skipped(let time, let zone):
            "There is no \(time) on that day in \(zone): the clocks skip it when they go forward."
        case .outOfRange: "Times are stored from 0001-01-02 to 9999-12-30; write the day alone."
        }
    }

    /// The accepted forms. `example` also shows in which order numbers are read.
    private static func forms(_ example: String) -> String {
        "Write it like \(example), 2026-12-24, today, tomorrow, friday, +3d or +2w, and a time after it like 19:30."
    }

    private static func quote(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count > quoteLimit ? String(scalars.prefix(quoteLimit)) + "…" : text
    }
}
