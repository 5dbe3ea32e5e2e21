public import Foundation

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
