/// A list of to-dos as it is carried from one program to another.
public protocol ToDoDocument: Sendable {
    /// Delivers all to-dos that the document holds, in its order and in batches.
    ///
    /// What was delivered before an error stays good. Errors thrown by `deliver` are thrown on.
    /// Throws `ToDoDocumentError`.
    func deliverAll(to deliver: @Sendable ([ToDoRecord]) async throws -> Void) async throws

    /// Replaces the document with these to-dos, completely or not at all.
    ///
    /// Rethrows the errors of the sequence; the previous document stays. Throws `ToDoDocumentError`.
    func write(_ batches: any AsyncSequence<[ToDo], any Error> & Sendable) async throws
}

/// A to-do of a document, or why it cannot be read, with its place among all of them, from 1.
public typealias ToDoRecord = Result<ToDoEntry, RejectedRecord>
