/// A duration as written and spoken text. A negative duration is 0.
public struct DurationText: Equatable, Sendable {
    private static let afterColon = (0..<60).map { $0 < 10 ? ":0\($0)" : ":\($0)" }
    private let seconds: Int

    /// Fractions of a second are dropped.
    public init(_ duration: Duration) {
        seconds = Int(max(0, duration.components.seconds))
    }

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
