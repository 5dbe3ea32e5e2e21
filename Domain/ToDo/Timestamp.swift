public import Foundation

/// When a to-do is due: a day in any time zone, or a moment.
public enum DueDate: Hashable, Sendable {
    case day(Day)
    case moment(Moment)
}

extension DueDate {
    private static let secondsPerDay = 86_400

    /// The date and time that clocks in a time zone show, in seconds since they showed 1970-01-01T00:00; a day is as
    /// early as its start.
    package func localSeconds(in timeZone: TimeZone) -> Int {
        switch self {
        case .day(let day): day.number * Self.secondsPerDay
        case .moment(let moment): moment.seconds + timeZone.secondsFromGMT(for: moment.date)
        }
    }
}

/// A day of the Gregorian calendar, in no time zone, from the year 1 to 9999.
public struct Day: Hashable, Sendable {
    public let year: Int
    public let month: Int
    public let day: Int

    /// Returns nil for a day that does not exist, such as 29 February 2023.
    public init?(year: Int, month: Int, day: Int) {
        guard ReleaseDate(year: year, month: month, day: day) != nil else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `2026-12-24` (ISO 8601).
    public init?(_ text: String) {
        guard let date = ReleaseDate(text), date.description == text, let month = date.month, let day = date.day
        else { return nil }
        self.init(year: date.year, month: month, day: day)
    }
}

extension Day: CustomStringConvertible {
    /// `2026-12-24` (ISO 8601).
    public var description: String { ReleaseDate(year: year, month: month, day: day)?.description ?? "" }
}

/// A point in time to the second, within the years 1 to 9999 of every time zone.
public struct Moment: Hashable, Sendable {
    private static let range = -62_135_510_400...253_402_214_399
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let seconds: Int

    /// Returns nil for a time out of range.
    public init?(seconds: Int) {
        guard Self.range.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Rounds down to the second; returns nil for a date out of range or not finite.
    public init?(_ date: Date) {
        guard let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)) else { return nil }
        self.init(seconds: seconds)
    }

    public var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}
