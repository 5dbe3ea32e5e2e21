import Foundation

/// Says when something that comes quickly may be shown again: ten times a second.
struct Throttle {
    private static let interval = 0.1
    private var last = Date.distantPast

    /// Whether it is time, from which on the next is counted.
    mutating func isDue(at now: Date) -> Bool {
        guard now.timeIntervalSince(last) >= Self.interval else { return false }
        last = now
        return true
    }
}
