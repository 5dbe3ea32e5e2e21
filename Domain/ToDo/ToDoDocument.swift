/// A document that exchanges to-dos with other programs.
public protocol ToDoDocument: Sendable {
    /// Delivers all to-dos of the document in its order and in batches.
    ///
    /// Batches delivered before an error stay valid. Rethrows the errors of `deliver`. Throws `ToDoDocumentError`.
    func deliverAll(to deliver: @Sendable ([ToDoRecord]) async throws -> Void) async throws

    /// Replaces the document with these to-dos, completely or not at all.
    ///
    /// Rethrows the errors of the sequence; the previous document stays. Throws `ToDoDocumentError`.
    func write(_ batches: any AsyncSequence<[ToDo], any Error> & Sendable) async throws
}

/// A to-do of a document, or the reason why it is rejected.
public typealias ToDoRecord = Result<ToDoEntry, RejectedRecord>
