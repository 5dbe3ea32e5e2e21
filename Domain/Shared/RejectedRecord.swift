/// A record that was skipped, and the reason.
public struct RejectedRecord: Error, Equatable, Sendable {
    /// The record's position in its document, from 1.
    public let position: Int
    public let cause: RecordError

    public init(position: Int, _ cause: RecordError) {
        self.position = position
        self.cause = cause
    }
}
