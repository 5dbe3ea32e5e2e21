/// Measures how much of a song was played, and when that counts as a play.
///
/// A song counts as played after half of it or four minutes, whichever is less, but never before 30 seconds.
struct PlayedTime: Equatable, Sendable {
    static let (shortest, longest): (Duration, Duration) = (.seconds(30), .seconds(240))
    /// Players report positions several times a second; a larger step is a seek.
    private static let largestStep = Duration.seconds(2)

    private var played = Duration.zero
    private var position: Duration
    private(set) var isCounted = false

    init(from position: Duration = .zero) {
        self.position = position
    }

    /// Advances to a position. Returns true once: when the song first counts as played.
    ///
    /// `duration` is that of the song, nil if it is unknown.
    mutating func advance(to position: Duration, duration: Duration?) -> Bool {
        let step = position - self.position
        self.position = position
        if step > .zero, step <= Self.largestStep { played += step }
        guard !isCounted, played >= Self.threshold(of: duration) else { return false }
        isCounted = true
        return true
    }

    static func threshold(of duration: Duration?) -> Duration {
        guard let duration, duration > .zero else { return longest }
        return max(shortest, min(longest, duration / 2))
    }
}

extension Music {
    /// How much of the song has to be played until that counts as a play.
    public var playThreshold: Duration { PlayedTime.threshold(of: duration) }
}
