import FermataDomain
import Foundation

/// Reads dates in ISO 8601, in the locale's format or relative to today, with or without a time.
struct DateReader {
    /// Longer than any date.
    private static let byteLimit = 200
    let text: String
    let style: DateStyle
    /// Without it, no days relative to today are read.
    let today: Day?

    /// Reads `2026-12-24`, `12/24/2026`, `12/24/2026 7:30 PM`, `2026-12-24T19:30:00+09:00`, `friday 19:30`, `+3d`.
    func read() throws(DateProblem) -> DueDate {
        let pattern =
            #/
            (?<date>.+?)
            (?:
                (?:T|[\s,]+)(?:(?<before>[AP])M\s?)?
                (?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?
                (?:\s?(?<after>[AaPp])\.?\s?[Mm]\.?)?
                \s?(?<zone>Z|[+-]\d{2}:?\d{2})?
            )?\z
            /#
        let line = style.normalized(text)
        // The pattern takes quadratic time for a run of separators.
        guard line.utf8.count <= Self.byteLimit, let match = line.prefixMatch(of: pattern) else { throw unreadable }
        let day = try day(String(match.date))
        guard let hour = match.hour, let minute = match.minute else { return .day(day) }
        let (before, after) = (match.before ?? nil, match.after ?? nil)
        if before != nil && after != nil { throw unreadable }
        let time = try ClockTime(
            hour: hour, minute: minute, second: match.second ?? nil, half: before ?? after, text: text.trimmed)
        return .moment(try moment(day, time, zone: match.zone ?? nil))
    }

    private func day(_ text: String) throws(DateProblem) -> Day {
        if text.prefixMatch(of: /\d{4}-\d{2}-\d{2}\z/) != nil {
            guard let day = Day(text) else { throw .noSuchDay(text) }
            return day
        }
        if let today, let day = try today.day(after: text) { return day }
        return try day(text.numbers, text)
    }

    /// Reads three numbers in the order of the locale. Throws for words that the locale's dates do not contain.
    private func day(_ numbers: [DateNumber], _ text: String) throws(DateProblem) -> Day {
        guard numbers.count == 3, let sample = Day(year: 2033, month: 11, day: 22) else { throw unreadable }
        let written = style.dateText(.day(sample))
        let known = Set("年月日년월일" + written)
        guard text.allSatisfy({ $0.isASCIIDigit || !($0.isLetter || $0.isNumber) || known.contains($0) }) else {
            throw unreadable
        }
        let parts = components(of: sample.noon)
        let order = written.withASCIIDigits.numbers.map(\.value)
        guard let year = order.firstIndex(of: parts.year ?? 0), let month = order.firstIndex(of: parts.month ?? 0),
            let day = order.firstIndex(of: parts.day ?? 0), order.count == 3
        else { throw unreadable }
        if style.calendar.identifier == .gregorian, numbers[year].digits != 4 { throw unreadable }
        return try existing(numbers[year].value, numbers[month].value, numbers[day].value, era: parts.era, text)
    }

    private func existing(
        _ year: Int, _ month: Int, _ day: Int, era: Int?, _ text: String
    ) throws(DateProblem) -> Day {
        if style.calendar.identifier == .gregorian {
            guard let result = Day(year: year, month: month, day: day) else { throw .noSuchDay(text, example: example) }
            return result
        }
        let components = DateComponents(era: era, year: year, month: month, day: day, hour: 12)
        guard let date = calendar(.gmt).date(from: components) else { throw .noSuchDay(text, example: example) }
        let actual = self.components(of: date)
        guard (actual.year, actual.month, actual.day) == (year, month, day) else {
            throw .noSuchDay(text, example: example)
        }
        let civil = Self.gregorian(.gmt).dateComponents([.year, .month, .day], from: date)
        guard let result = Day(year: civil.year ?? 0, month: civil.month ?? 0, day: civil.day ?? 0) else {
            throw .noSuchDay(text, example: example)
        }
        return result
    }

    /// Returns the first of two moments with the same clock time. Throws for a time that the clocks skip.
    private func moment(_ day: Day, _ time: ClockTime, zone: Substring?) throws(DateProblem) -> Moment {
        let timeZone = try zone.map { text throws(DateProblem) in try self.zone(text) } ?? style.calendar.timeZone
        let calendar = Self.gregorian(timeZone)
        let components = DateComponents(
            year: day.year, month: day.month, day: day.day, hour: time.hour, minute: time.minute, second: time.second)
        guard let date = calendar.date(from: components), let moment = Moment(date) else { throw .outOfRange }
        let actual = calendar.dateComponents([.day, .hour, .minute], from: date)
        guard (actual.day, actual.hour, actual.minute) == (day.day, time.hour, time.minute) else {
            throw .skipped(time: "\(time.hour.padded(to: 2)):\(time.minute.padded(to: 2))", zone: timeZone.identifier)
        }
        return moment
    }

    private func zone(_ text: Substring) throws(DateProblem) -> TimeZone {
        let digits = text.filter(\.isNumber)
        guard let number = Int(digits) else { return .gmt }
        let seconds = (number / 100 * 60 + number % 100) * 60
        guard number % 100 < 60, let zone = TimeZone(secondsFromGMT: text.first == "-" ? -seconds : seconds) else {
            throw unreadable
        }
        return zone
    }

    private var unreadable: DateProblem { .unreadable(text.onOneLine, example: example) }

    private var example: String { Day(year: 2026, month: 12, day: 24).map { style.dateText(.day($0)) } ?? "" }

    private func components(of date: Date) -> DateComponents {
        calendar(.gmt).dateComponents([.era, .year, .month, .day], from: date)
    }

    private func calendar(_ timeZone: TimeZone) -> Calendar {
        var calendar = style.calendar
        calendar.timeZone = timeZone
        return calendar
    }

    private static func gregorian(_ timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }
}

/// A time of day in a user's input.
struct ClockTime {
    let hour: Int
    let minute: Int
    let second: Int

    /// `half` is the first letter of AM or PM; `text` is the text that a problem quotes.
    init(
        hour: Substring, minute: Substring, second: Substring?, half: Substring?, text: String
    ) throws(DateProblem) {
        guard var hour = Int(hour), let minute = Int(minute), let second = Int(second ?? "0") else {
            throw .noSuchTime(text)
        }
        if let half {
            guard (1...12).contains(hour) else { throw .noSuchTime(text) }
            hour = hour % 12 + (half.lowercased() == "p" ? 12 : 0)
        }
        guard hour < 24, minute < 60, second < 60 else { throw .noSuchTime(text) }
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }
}

extension Day {
    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let shortestPrefix = 3

    /// Reads a day by its distance from this one: `today`, `tomorrow`, `friday` or `fri`, `+3d`, `+2w`.
    ///
    /// Returns nil for a text of another form. Throws for a day after the year 9999. A weekday is the next one.
    fileprivate func day(after text: String) throws(DateProblem) -> Day? {
        guard let distance = distance(text.lowercased()) else { return nil }
        guard let day = Day(number: number + distance) else { throw .noSuchDay(text) }
        return day
    }

    private func distance(_ word: String) -> Int? {
        switch word {
        case "today": return 0
        case "tomorrow": return 1
        default: break
        }
        if word.count >= Self.shortestPrefix, let day = Self.weekdays.firstIndex(where: { $0.hasPrefix(word) }) {
            return (day - weekday + 6) % 7 + 1
        }
        guard let match = word.prefixMatch(of: /\+(\d{1,4})([dw])\z/), let count = Int(match.1) else { return nil }
        return match.2 == "d" ? count : count * 7
    }

    /// The weekday, from 0 for Sunday; before 1970, seven less except for Sunday. 1970-01-01 was a Thursday.
    private var weekday: Int { (number + 4) % 7 }
}

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
            "“\(text.shortened(to: Self.quoteLimit))” is not a date. \(Self.forms(example))"
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
}

extension DateStyle {
    /// The text on one line, with ASCII digits, and with AM and PM instead of the locale's symbols.
    func normalized(_ text: String) -> String {
        let text = text.onOneLine.withASCIIDigits
        guard text.contains(where: { $0.isLetter && !"TZAaPpMm".contains($0) }) else { return text }
        var calendar = calendar
        calendar.locale = locale
        return [(calendar.amSymbol, "AM"), (calendar.pmSymbol, "PM")].reduce(text) { text, half in
            let symbol = half.0.onOneLine
            return symbol.isEmpty ? text : text.replacing(symbol, with: half.1)
        }
    }
}

/// A number of a date, as it was written.
struct DateNumber {
    var value: Int
    var digits: Int
}

extension String {
    /// With ASCII digits instead of the digits of other scripts.
    var withASCIIDigits: String { String(String.UnicodeScalarView(unicodeScalars.map(\.withASCIIDigit))) }

    /// The runs of ASCII digits, up to nine digits each.
    var numbers: [DateNumber] {
        split { !$0.isASCIIDigit }.map { DateNumber(value: Int($0.prefix(9)) ?? 0, digits: $0.count) }
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}

extension Unicode.Scalar {
    fileprivate var withASCIIDigit: Unicode.Scalar {
        guard properties.numericType == .decimal, let value = properties.numericValue else { return self }
        return Unicode.Scalar(0x30 + UInt32(value)) ?? self
    }
}
