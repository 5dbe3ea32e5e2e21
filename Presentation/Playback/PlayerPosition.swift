package import FermataDomain

/// A position in a song as a person types it: `1:23`, `83`, `83.5`, `+10`, `-10`.
package struct PlayerPosition: Equatable, Sendable {
    package let command: PlayerCommand

    /// Returns nil for text that is not a time.
    package init?(_ text: String) {
        if let sign = text.first, "+-−".contains(sign) {
            guard let step = ElapsedTime(String(text.dropFirst()))?.duration else { return nil }
            command = .seekBy(sign == "+" ? step : .zero - step)
        } else {
            guard let position = ElapsedTime(text)?.duration else { return nil }
            command = .seek(to: position)
        }
    }
}
