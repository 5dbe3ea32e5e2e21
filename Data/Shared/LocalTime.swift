import FermataDomain
import Foundation

extension TimeZone {
    /// Converts local to UTC time, both in seconds since 1970.
    ///
    /// An ambiguous time means its first occurrence; a skipped time uses the offset before the gap (RFC 5545, 3.3.5).
    func seconds(showing local: Int) -> Int {
        let day = 86_400
        let before = secondsFromGMT(for: Date(timeIntervalSince1970: Double(local - day)))
        let after = secondsFromGMT(for: Date(timeIntervalSince1970: Double(local + day)))
        let isFirst = secondsFromGMT(for: Date(timeIntervalSince1970: Double(local - before))) == before
        let isSecond = secondsFromGMT(for: Date(timeIntervalSince1970: Double(local - after))) == after
        return !isFirst && isSecond ? local - after : local - before
    }
}
