/// Why a source could not be read.
public struct SourceFailure: Error, Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// It could not be reached, or it broke off: another time it may be.
        case unreachable
        /// It answered that it will not: `404`, say.
        case refused
        /// It asks to be left alone for a while.
        case busy(retryAfter: Duration?)
        /// What it sent is not what it should be, or is past a limit.
        case badData
    }

    public var kind: Kind
    /// The address that was read, without secrets.
    public var address: String
    public var reason: String

    public init(_ kind: Kind, address: String, reason: String) {
        self.kind = kind
        self.address = address
        self.reason = reason
    }

    /// Whether the same request may succeed a little later.
    public var mayPass: Bool {
        switch kind {
        case .unreachable, .busy: true
        case .refused, .badData: false
        }
    }
}
