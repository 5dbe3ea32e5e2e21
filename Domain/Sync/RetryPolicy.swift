/// The number of attempts at a source, the first included, and the pauses between them.
public struct RetryPolicy: Sendable {
    /// Prevents an overflow of the doubled pause.
    private static let doublingLimit = 20

    public var attempts: Int
    public var firstPause: Duration
    /// The longest pause. A source that requests a longer one is not read again from its start.
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
        return pause(afterAttempt: attempt)
    }

    /// The pause after an attempt that failed, doubled each time up to the longest.
    fileprivate func pause(afterAttempt attempt: Int) -> Duration {
        min(firstPause * (1 << min(attempt - 1, Self.doublingLimit)), longestPause)
    }
}

/// The attempts that are left for the requests of one read of a source. Only a request that succeeds restores them.
package struct RetryBudget: Sendable {
    /// The longest time for which a busy source may delay a request.
    package static let longestDelay = Duration.seconds(120)
    private static let paces = (first: Duration.milliseconds(50), longest: Duration.seconds(1))

    private let policy: RetryPolicy
    private var failures = 0
    private var refusals = 0
    private var delay = Duration.zero
    /// The pause before each request: longer after each refusal of a busy source, shorter after each success.
    package private(set) var pace = Duration.zero

    package init(_ policy: RetryPolicy) {
        self.policy = policy
    }

    /// Restores the attempts after a request that succeeded.
    package mutating func succeed() {
        (failures, refusals, delay) = (0, 0, .zero)
        pace = pace < Self.paces.first / 2 ? .zero : pace * 19 / 20
    }

    /// Returns the pause before the request is sent again; nil if no attempt is left.
    ///
    /// A source that limits the rate of requests uses up no attempt: the request waits as long as the source demands.
    /// Content that cannot be read is requested again only if `retriesContent` is true.
    package mutating func pause(after failure: SourceFailure, retriesContent: Bool = false) -> Duration? {
        guard policy.attempts > 1 else { return nil }
        if case .busy(let requested) = failure.kind {
            refusals += 1
            pace = min(max(pace * 2, Self.paces.first), Self.paces.longest)
            let pause = max(requested ?? .zero, policy.pause(afterAttempt: refusals), pace)
            delay += pause
            return delay <= Self.longestDelay ? pause : nil
        }
        guard failure.isTransient || retriesContent && failure.isOfContent else { return nil }
        failures += 1
        return failures < policy.attempts ? policy.pause(afterAttempt: failures) : nil
    }
}

extension SourceFailure {
    /// Whether the source has sent something else than the requested content, which it may send next time.
    fileprivate var isOfContent: Bool {
        switch cause {
        case .content(.tooLarge), .content(.tooManyElements), .content(.compressionRatio), .content(.noValidRecords):
            false
        case .content, .server: true
        default: false
        }
    }
}
