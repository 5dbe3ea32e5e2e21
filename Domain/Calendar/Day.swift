public import Foundation

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

extension Day {
    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    /// Days from 1 January of the year 1 to 1 January 1970.
    private static let daysBefore1970 = 719_162

    /// Days since 1 January 1970 in the proleptic Gregorian calendar.
    package var number: Int {
        let years = year - 1
        return years * 365 + years / 4 - years / 100 + years / 400
            + Self.daysBeforeMonth[month - 1] + (month > 2 && Self.isLeap(year) ? 1 : 0) + day - 1 - Self.daysBefore1970
    }

    /// Returns nil outside the years 1 to 9999.
    package init?(number: Int) {
        var rest = number + Self.daysBefore1970
        guard rest >= 0 else { return nil }
        var year = 1
        for (days, years, limit) in [(146_097, 400, Int.max), (36_524, 100, 3), (1_461, 4, 24), (365, 1, 3)] {
            let count = min(rest / days, limit)
            (year, rest) = (year + count * years, rest - count * days)
        }
        let isLeap = Self.isLeap(year)
        let starts = Self.daysBeforeMonth.enumerated().map { $1 + (isLeap && $0 > 1 ? 1 : 0) }
        guard let month = starts.lastIndex(where: { $0 <= rest }) else { return nil }
        self.init(year: year, month: month + 1, day: rest - starts[month] + 1)
    }

    private static func isLeap(_ year: Int) -> Bool { Day(year: year, month: 2, day: 29) != nil }
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
