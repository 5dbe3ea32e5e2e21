public import Foundation

/// A duration as written and spoken text. A negative duration is 0.
public struct DurationText: Equatable, Sendable {
    private static let afterColon = (0..<60).map { $0 < 10 ? ":0\($0)" : ":\($0)" }
    private let seconds: Int

    /// Fractions of a second are dropped.
    public init(_ duration: Duration) { seconds = Int(max(0, duration.components.seconds)) }

    /// `3:40`, or `1:02:03` from an hour on.
    public var clock: String {
        let rest = Self.afterColon[seconds % 60]
        guard seconds >= 3600 else { return String(seconds / 60) + rest }
        return String(seconds / 3600) + Self.afterColon[seconds / 60 % 60] + rest
    }

    /// `3 minutes 37 seconds`; empty for 0.
    public var spoken: String {
        [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
            .filter { $0.0 > 0 }
            .map { CountText($0.0, $0.1).text }
            .joined(separator: " ")
    }
}

/// A time within a song, as a person types it: `83`, `1:23`, `1:23.5` or `1:02:03`.
package struct ElapsedTime: Equatable, Sendable {
    package let duration: Duration

    /// Returns nil for other text. Minutes and seconds after a colon are less than 60.
    package init?(_ text: String) {
        guard
            let parts = text.firstMatch(of: /\A(?:(?:([0-9]{1,3}):)?([0-9]{1,5}):)?([0-9]{1,6})(?:\.([0-9]{1,3}))?\z/)?
                .output,
            let seconds = Int(parts.3)
        else { return nil }
        let (hours, minutes) = (parts.1.flatMap { Int($0) }, parts.2.flatMap { Int($0) })
        if minutes != nil, seconds > 59 || parts.3.count > 2 { return nil }
        if hours != nil, minutes ?? 0 > 59 { return nil }
        let fraction = parts.4.flatMap { Int($0 + String(repeating: "0", count: 3 - $0.count)) } ?? 0
        duration = .milliseconds((((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + seconds) * 1_000 + fraction)
    }
}

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
