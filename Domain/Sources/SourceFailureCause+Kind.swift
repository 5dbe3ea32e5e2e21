extension SourceFailureCause {
    /// The kind of a failure with this cause.
    public var kind: SourceFailure.Kind {
        switch self {
        case .hostNotFound, .connectionRefused, .connectionReset, .connectionFailed, .connectionTimedOut,
            .networkUnreachable, .timedOut, .stalled, .truncated, .notHTTP, .tls(.timedOut), .superseded,
            .folder(.missing), .folder(.empty), .folder(.changed):
            .unreachable
        case .status(429, let pause): .busy(retryAfter: pause)
        case .status(503, let pause?): .busy(retryAfter: pause)
        case .status(500..., _): .unreachable
        case .tls, .status, .redirect, .privateNetwork, .noAudio, .invalidAddress, .invalidSource, .folder, .signIn,
            .server, .other:
            .refused
        case .content(.shorterThanAnnounced): .unreachable
        case .content: .badData
        }
    }

    /// Whether a host's response, however bad, shows that the host can be reached.
    public var hasResponse: Bool {
        switch self {
        case .status, .redirect, .content, .notHTTP, .server: true
        case .hostNotFound, .connectionRefused, .connectionReset, .connectionFailed, .connectionTimedOut,
            .networkUnreachable, .timedOut, .stalled, .truncated, .tls, .privateNetwork, .noAudio, .invalidAddress,
            .invalidSource, .folder, .signIn, .superseded, .other:
            false
        }
    }
}
