/// A record that was left out, and why.
public struct RejectedRecord: Error, Equatable, Sendable {
    public let position: Int
    public let reason: String

    public init(position: Int, reason: String) {
        self.position = position
        self.reason = reason
    }
}
