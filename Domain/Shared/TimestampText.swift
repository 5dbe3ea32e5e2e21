public import Foundation

/// A point in time as ISO 8601 text in UTC: `2024-05-01T12:34:56Z`.
///
/// It uses no formatter, since exports need it a million times.
/// Source of the calendar arithmetic: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
public struct TimestampText: Equatable, Sendable {
    public let text: String

    /// Returns nil outside the years 0 to 9999, which the format does not support.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return nil }
        let (days, time) = Int(seconds).flooredDivision(by: 86_400)
        let (year, month, day) = Self.civil(fromDays: days)
        text = String(unsafeUninitializedCapacity: 20) { bytes in
            bytes.write(year, digits: 4, at: 0, before: "-")
            bytes.write(month, digits: 2, at: 5, before: "-")
            bytes.write(day, digits: 2, at: 8, before: "T")
            bytes.write(time / 3600, digits: 2, at: 11, before: ":")
            bytes.write(time / 60 % 60, digits: 2, at: 14, before: ":")
            bytes.write(time % 60, digits: 2, at: 17, before: "Z")
            return 20
        }
    }

    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }
}

extension Int {
    fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    fileprivate func write(_ number: Int, digits: Int, at start: Int, before end: Unicode.Scalar) {
        var rest = number
        for index in stride(from: start + digits - 1, through: start, by: -1) {
            self[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        self[start + digits] = UInt8(ascii: end)
    }
}

extension TimestampText {
    /// Reads a time such as `2026-12-24T19:30:00.5+01:00` (RFC 3339, section 5.6), rounded down to seconds.
    ///
    /// Returns nil for other text, and for a day or a time of day that does not exist.
    public static func date(_ text: String) -> Date? {
        let format = /\A([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8})(?:\.[0-9]+)?(?:Z|([+-])([0-9]{2}):([0-9]{2}))\z/
        guard let match = text.firstMatch(of: format) else { return nil }
        let local = "\(match.1)Z"
        // The style also accepts February 30 and 25 o'clock, as later times.
        guard let date = try? Date.ISO8601FormatStyle().parse(local), TimestampText(date)?.text == local
        else { return nil }
        guard let sign = match.2, let hours = match.3.flatMap({ Int($0) }), let minutes = match.4.flatMap({ Int($0) })
        else { return date }
        guard hours < 24, minutes < 60 else { return nil }
        let offset = TimeInterval(hours * 3_600 + minutes * 60)
        return date.addingTimeInterval(sign == "-" ? offset : -offset)
    }
}
