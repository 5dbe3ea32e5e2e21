package import FermataDomain

/// A position in a song as a person types it: `1:23`, `83`, `+10`, `-10`.
package struct PlayerPosition: Equatable, Sendable {
    /// Longer than any recording; larger numbers would overflow.
    private static let limit = 1_000_000
    package let command: PlayerCommand

    /// Returns nil for text that is no time.
    package init?(_ text: String) {
        if let step = text.first, "+-−".contains(step) {
            guard let seconds = Self.seconds(text.dropFirst()) else { return nil }
            command = .seekBy(.seconds(step == "+" ? seconds : -seconds))
        } else {
            guard let seconds = Self.seconds(text[...]) else { return nil }
            command = .seek(to: .seconds(seconds))
        }
    }

    /// Seconds, minutes with seconds, or hours with both.
    private static func seconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0
        for (index, part) in parts.enumerated() {
            guard let number = Int(part), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), number <= limit,
                index == 0 || number < 60
            else { return nil }
            seconds = seconds * 60 + number
        }
        return seconds <= limit ? seconds : nil
    }
}
