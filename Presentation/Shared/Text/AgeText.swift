public import Foundation

/// The time since a date: `3 minutes ago`. A future date, from a wrong clock, is `just now`.
public struct AgeText: Equatable, Sendable {
    private static let units: [(name: String, seconds: Double)] = [
        ("year", 365 * 86_400), ("month", 30 * 86_400), ("day", 86_400), ("hour", 3600), ("minute", 60),
    ]
    public let text: String

    public init(of date: Date, now: Date) {
        let age = now.timeIntervalSince(date)
        text =
            Self.units.first { age >= $0.seconds }
            .map { CountText(Int(age / $0.seconds), $0.name).text + " ago" } ?? "just now"
    }
}
