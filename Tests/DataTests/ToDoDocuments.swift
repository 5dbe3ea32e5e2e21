import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

extension Repositories {
    static let propertyList = ToDoDocumentFactory("property list", withFolder: withFolder) { file in
        PropertyListToDoDocument(file: file, timeZone: try zone("Europe/Berlin"))
    }

    static let iCalendar = ToDoDocumentFactory("iCalendar", withFolder: withFolder) { file in
        ICalendarToDoDocument(file: file, timeZone: try zone("Europe/Berlin"), now: { TestTime().now })
    }
}

/// The time zone with a name.
func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

private func withFolder(_ body: @Sendable (URL) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(folder.url)
}

/// The records of a document, and the error that ended the reading.
struct ToDoReading {
    var records: [RecordResult<ToDoEntry>] = []
    var error: ToDoDocumentError?
    /// Why the content is invalid.
    var failure: DocumentFailure? { error?.documentFailure }

    init(_ document: any ToDoDocument) async throws {
        do {
            for try await batch in document.batches() { records += batch }
        } catch let error as ToDoDocumentError {
            self.error = error
        }
    }

    /// Reads bytes through a factory's document.
    init(_ bytes: Data, as factory: ToDoDocumentFactory) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "document")
        try bytes.write(to: file)
        try await self.init(factory.make(file))
    }

    init(_ text: String, as factory: ToDoDocumentFactory) async throws {
        try await self.init(Data(text.utf8), as: factory)
    }

    var entries: [ToDoEntry] { records.compactMap { try? $0.get() } }
    var items: [ToDoItem] { entries.map(\.item) }

    /// Why read to-dos lack values, by position.
    var unreadable: [Int: [RecordError]] {
        var errors: [Int: [RecordError]] = [:]
        for (index, record) in records.enumerated() {
            if case .success(let entry) = record, !entry.unreadable.isEmpty { errors[index + 1] = entry.unreadable }
        }
        return errors
    }

    /// The causes of rejected records, by position.
    var recordErrors: [Int: RecordError] {
        var errors: [Int: RecordError] = [:]
        for case .failure(let rejected) in records { errors[rejected.position] = rejected.cause }
        return errors
    }
}

extension ToDoDocumentError {
    /// Why the content is invalid; nil for another error.
    var documentFailure: DocumentFailure? { if case .invalid(_, let failure) = self { failure } else { nil } }
}
