public import Foundation

/// How long ago something was: `3 minutes ago`. What lies ahead, by a clock set wrong, was just now.
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
