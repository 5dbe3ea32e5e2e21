internal import FermataDomain

/// The number of retries after temporary failures, and the pauses before them.
public struct RetryPolicy: Sendable {
    public var attempts: Int
    public var firstPause: Duration
    /// The longest pause; a source that requests a longer one is not retried.
    public var longestPause: Duration

    public init(attempts: Int = 3, firstPause: Duration = .milliseconds(500), longestPause: Duration = .seconds(30)) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
    }

    /// The pause before the next attempt, doubled each time; nil if there are no more attempts.
    func pause(after failure: SourceFailure, attempt: Int) -> Duration? {
        guard failure.isTransient, attempt < attempts else { return nil }
        var pause = firstPause * (1 << (attempt - 1))
        if case .busy(let asked?) = failure.kind { pause = asked }
        return pause <= longestPause ? pause : nil
    }
}
