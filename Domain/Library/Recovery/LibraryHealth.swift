public import Foundation

/// Whether the last complete check found a library damaged, and when the next check is due.
public struct LibraryHealth: Equatable, Sendable {
    /// The time between two checks: a week.
    private static let interval: TimeInterval = 7 * 24 * 3_600
    public let isDamaged: Bool
    public let nextCheck: Date

    public init(isDamaged: Bool, nextCheck: Date) {
        (self.isDamaged, self.nextCheck) = (isDamaged, nextCheck)
    }

    init(isDamaged: Bool, now: Date) {
        self.init(isDamaged: isDamaged, nextCheck: now + Self.interval)
    }

    /// Also true if the clock was set back by more than the time between two checks.
    func isCheckDue(at now: Date) -> Bool { !(0..<2 * Self.interval).contains(nextCheck.timeIntervalSince(now)) }
}

/// Stores the health of a library outside its file, which may be damaged.
public protocol LibraryHealthRepository: Sendable {
    /// Nil if none is stored. Returns within microseconds.
    func health() -> LibraryHealth?

    /// Does nothing if the health cannot be stored.
    func store(_ health: LibraryHealth)
}
