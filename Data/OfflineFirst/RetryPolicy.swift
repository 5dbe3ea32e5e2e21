internal import FermataDomain

/// How often, and after which pauses, a source is asked again for what may pass.
public struct RetryPolicy: Sendable {
    public var attempts: Int
    public var firstPause: Duration
    /// A source that asks for a longer pause is left for another time.
    public var longestPause: Duration

    public init(attempts: Int = 3, firstPause: Duration = .milliseconds(500), longestPause: Duration = .seconds(30)) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
    }

    /// The pause before the next attempt, doubled each time; nil where there is none.
    func pause(after failure: SourceFailure, attempt: Int) -> Duration? {
        guard failure.mayPass, attempt < attempts else { return nil }
        var pause = firstPause * (1 << (attempt - 1))
        if case .busy(let asked?) = failure.kind { pause = asked }
        return pause <= longestPause ? pause : nil
    }
}
