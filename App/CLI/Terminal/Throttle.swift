import Foundation

/// Limits how often progress is shown, to ten times a second.
struct Throttle {
    private static let interval = 0.1
    private var last = Date.distantPast

    /// Whether progress is due; the next is then due an interval later.
    mutating func isDue(at now: Date) -> Bool {
        guard now.timeIntervalSince(last) >= Self.interval else { return false }
        last = now
        return true
    }
}
