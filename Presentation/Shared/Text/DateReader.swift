import FermataDomain
import Foundation

/// Reads dates in ISO 8601, in the locale's format or relative to today, with or without a time.
struct DateReader {
    /// Longer than any date.
    private static let byteLimit = 200
    private let style: DateStyle
    private let today: Day?
    private let text: String

    /// Reads no days relative to today if `today` is nil.
    init(_ text: String, _ style: DateStyle, today: Day?) {
        self.text = text
        self.style = style
        self.today = today
    }

    /// Reads `2026-12-24`, `12/24/2026`, `12/24/2026 7:30 PM`, `2026-12-24T19:30:00+09:00`, `friday 19:30`, `+3d`.
    func read() throws(DateProblem) -> Timestamp {
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
        if let today, let day = try RelativeDay(from: today).read(text) { return day }
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
