/// A value of a record that cannot be read. The record is used without it.
public struct UnreadableValue: Equatable, Sendable {
    /// The record's position in its document, from 1.
    public let position: Int
    public let cause: RecordError

    public init(position: Int, _ cause: RecordError) {
        self.position = position
        self.cause = cause
    }
}

/// A record that was skipped, and the reason.
public struct RejectedRecord: Error, Equatable, Codable, Sendable {
    /// The record's position in its document, from 1.
    public let position: Int
    public let cause: RecordError
    /// The record's id on a music server; nil if it has none, and for other documents.
    public let id: String?
    /// The path of its file on a music server; nil if the server does not report it.
    public let path: String?

    public init(position: Int, _ cause: RecordError, id: String? = nil, path: String? = nil) {
        self.position = position
        self.cause = cause
        (self.id, self.path) = (id, path)
    }
}

/// A record of a document, or the reason why it is rejected.
public typealias RecordResult<Record> = Result<Record, RejectedRecord>
