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
