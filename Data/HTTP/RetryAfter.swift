package import Foundation

/// The waiting time in a `Retry-After` header, in seconds or as a date (RFC 9110, 10.2.3).
package struct RetryAfter {
    package let duration: Duration

    /// Reads a header's value; nil for text that is neither seconds nor a date. A past date means zero.
    package init?(_ text: String, now: Date) {
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            duration = .seconds(Int32(text) ?? .max)
        } else if let date = Self.date(text) {
            duration = .seconds(min(max(0, date.timeIntervalSince(now)), Double(Int32.max)))
        } else {
            return nil
        }
    }

    /// Parses an HTTP date (RFC 9110, 5.6.7); nil for any other text.
    static func date(_ text: String) -> Date? { try? format.parse(text) }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static var format: Date.ParseStrategy {
        Date.ParseStrategy(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                \(second: .twoDigits) GMT
                """,
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
    }
}
