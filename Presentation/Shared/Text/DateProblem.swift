/// Why a text is no date.
public enum DateProblem: Error, Equatable, Sendable {
    /// `example` is a date as the person would write it.
    case unreadable(example: String)
    /// `example` is as in `unreadable`; nil where the text is one as in ISO 8601.
    case noSuchDay(String, example: String? = nil)
    case noSuchTime(String)
    /// The clocks of a time zone go forward over that time.
    case skipped(time: String, zone: String)
    /// A time on the first or the last day that there is.
    case outOfRange

    /// The problem in one sentence.
    public var text: String {
        switch self {
        case .unreadable(let example): "Write the date like \(example) or 2026-12-24, and a time after it like 19:30."
        case .noSuchDay(let text, nil): "There is no day “\(text)”."
        case .noSuchDay(let text, let example?): "There is no day “\(text)”; dates are read like \(example)."
        case .noSuchTime(let text): "There is no time of day as in “\(text)”."
        case .skipped(let time, let zone): "There is no \(time) on that day in \(zone): the clocks go forward over it."
        case .outOfRange: "Times are kept from 0001-01-02 to 9999-12-30; write the day alone."
        }
    }
}
