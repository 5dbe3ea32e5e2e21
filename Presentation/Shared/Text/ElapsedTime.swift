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
