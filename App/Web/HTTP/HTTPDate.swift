import Foundation

/// Dates in header fields (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The date, rounded down to seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var time = tm()
        gmtime_r(&seconds, &time)
        let (day, month) = (days[Int(time.tm_wday)], months[Int(time.tm_mon)])
        let clock = [time.tm_hour, time.tm_min, time.tm_sec].map(padded).joined(separator: ":")
        return "\(day), \(padded(time.tm_mday)) \(month) \(time.tm_year + 1900) \(clock) GMT"
    }

    private static func padded(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
