import FermataDomain
import Foundation

/// The offsets of clocks at a place.
protocol LocalTime {
    /// How far clocks are ahead of UTC, in seconds, at a number of seconds since 1970.
    func offset(at seconds: Int) -> Int
}

extension LocalTime {
    /// Converts local to UTC time, both in seconds since 1970.
    ///
    /// An ambiguous time means its first occurrence; a skipped time uses the offset before the gap (RFC 5545, 3.3.5).
    func seconds(showing local: Int) -> Int {
        let day = 86_400
        let before = offset(at: local - day)
        let after = offset(at: local + day)
        let isFirst = offset(at: local - before) == before
        let isSecond = offset(at: local - after) == after
        return !isFirst && isSecond ? local - after : local - before
    }
}

extension TimeZone: LocalTime {
    func offset(at seconds: Int) -> Int { secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) }
}
