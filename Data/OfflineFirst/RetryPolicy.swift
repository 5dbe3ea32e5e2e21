import FermataDomain

/// The number of attempts at a source, the first included, and the pauses between them.
public struct RetryPolicy: Sendable {
    /// Prevents an overflow of the doubled pause.
    private static let doublingLimit = 20

    public var attempts: Int
    public var firstPause: Duration
    /// The longest pause. A source that requests a longer one is not retried.
    public var longestPause: Duration

    public init(attempts: Int = 3, firstPause: Duration = .milliseconds(500), longestPause: Duration = .seconds(30)) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
    }

    /// The pause before the next attempt, doubled each time up to the longest; nil if there are no more attempts.
    func pause(after failure: SourceFailure, attempt: Int) -> Duration? {
        guard failure.isTransient, attempt < attempts else { return nil }
        if case .busy(let requested?) = failure.kind { return requested <= longestPause ? requested : nil }
        return min(firstPause * (1 << min(attempt - 1, Self.doublingLimit)), longestPause)
    }
}
