/// A document that exchanges to-dos with other programs.
public protocol ToDoDocument: Sendable {
    /// Returns all to-dos of the document in its order and in batches, which are read while they are iterated.
    ///
    /// Batches before an error stay valid. The iterator throws `ToDoDocumentError`.
    func batches() -> any AsyncSequence<[RecordResult<ToDoEntry>], any Error> & Sendable

    /// Replaces the document with these to-dos, completely or not at all.
    ///
    /// Rethrows the errors of the sequence; the previous document stays. Throws `ToDoDocumentError`.
    func write(_ batches: any AsyncSequence<[ToDo], any Error> & Sendable) async throws
}

/// A document of to-dos that cannot be read or written.
public enum ToDoDocumentError: Error, Equatable, Sendable {
    /// The content does not conform to the document's format.
    case invalid(path: String, DocumentFailure)
    case cannotRead(path: String, StorageFailure)
    case cannotWrite(path: String, StorageFailure)
}

/// Why the content of a document of to-dos cannot be used.
public enum DocumentFailure: Error, Equatable, Sendable {
    case empty
    case notCalendar
    /// The content is not a property list, or a damaged one.
    case notPropertyList
    case binaryPropertyList
    /// A property list in the OpenStep format.
    case oldPropertyList
    case notAnArray
    /// A property list without a dictionary.
    case noToDos
    /// Every to-do of the document is invalid.
    case noValidToDos
    case tooLarge(limit: Int)
    /// The document has more values than a list of to-dos of its length can have.
    case tooManyValues
    case tooDeep(limit: Int)
    /// A component is open at the end of the document.
    case missingEnd(String)
    case wrongEnd(String, expected: String, line: Int)
    /// A line is outside of every calendar.
    case outsideCalendar(line: Int)
    case record(RecordError)
}

/// Writes the to-dos into a document, without those about music or artists that the listener may not see.
public struct ExportToDosUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(toDos: any ToDoRepository, listener: Listener) {
        self.toDos = toDos
        self.listener = listener
    }

    /// Writes both sections, each in its order. Throws `ToDoDocumentError`.
    public func execute(into document: any ToDoDocument) async throws {
        try await document.write(toDos.batches(of: ToDoQuery(), allowing: listener.filter))
    }
}
