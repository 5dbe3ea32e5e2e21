/// A source, or one file of it, that cannot be read.
public struct SourceFailure: Error, Equatable, Sendable {
    /// The kind of a failure, which states whether another attempt may succeed.
    public enum Kind: Equatable, Sendable {
        /// The source cannot be reached, or the connection ended early. Another attempt may succeed.
        case unreachable
        /// The source refuses the request, or the program refuses the source.
        case refused
        /// The source limits the rate of requests.
        case busy(retryAfter: Duration?)
        /// The content is invalid or exceeds a limit.
        case badData
    }

    public var cause: SourceFailureCause
    /// The address that was read, without secrets.
    public var address: String

    public init(_ cause: SourceFailureCause, address: String) {
        self.cause = cause
        self.address = address
    }

    /// The failure of a source without a valid record. `first` is its first rejected record.
    package init(noRecords first: RejectedRecord?, address: String) {
        if case .part(_, let cause)? = first?.cause {
            self.init(cause, address: address)
        } else {
            self.init(.content(first.map { .noValidRecords(first: $0) } ?? .noRecords), address: address)
        }
    }

    public var kind: Kind { cause.kind }

    /// Whether the same request may succeed soon.
    public var isTransient: Bool {
        if case .folder(let failure) = cause { return failure == .changed }
        return switch kind {
        case .unreachable, .busy: true
        case .refused, .badData: false
        }
    }
}
