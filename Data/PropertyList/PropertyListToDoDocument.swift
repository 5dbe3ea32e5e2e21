public import FermataDomain
public import Foundation

/// Reads and writes to-dos as a property list: an array of dictionaries, as the to-do app for iOS stores them.
///
/// It writes XML, and reads XML or binary. Values that the app does not know have additional keys.
public struct PropertyListToDoDocument: ToDoDocument {
    private static let batchCount = 500
    private let path: String
    private let timeZone: TimeZone

    /// Creates a document. The time zone determines the moment at which a to-do's day starts, for other programs.
    public init(file: URL, timeZone: TimeZone) {
        path = file.path
        self.timeZone = timeZone
    }

    public func batches() -> any AsyncSequence<[ToDoRecord], any Error> & Sendable {
        TaskSequence<[ToDoRecord]>.oneAhead { send in
            let records = try await records()
            for start in stride(from: 0, to: records.count, by: Self.batchCount) {
                try await send(Array(records[start..<min(start + Self.batchCount, records.count)]))
            }
        }
    }

    private func records() async throws -> [ToDoRecord] {
        let file = try await DocumentFile.open(path)
        var bytes = Data()
        while case let chunk = try await file.read(), !chunk.isEmpty {
            bytes.append(chunk)
            try check { () throws(DocumentFailure) in try PropertyListLimits.check(length: bytes.count) }
        }
        return try await BlockingIO.run { [bytes] in
            try check { () throws(DocumentFailure) in try PropertyListReader.records(in: bytes) }
        }
    }

    public func write(_ batches: any AsyncSequence<[ToDo], any Error> & Sendable) async throws {
        let text = PropertyListText(timeZone: timeZone)
        try await DocumentWriter.write(
            to: path, head: PropertyListText.head, foot: PropertyListText.foot, each: text.text(of:), batches)
    }

    private func check<Value>(_ body: () throws(DocumentFailure) -> Value) throws(ToDoDocumentError) -> Value {
        do { return try body() } catch { throw ToDoDocumentError.invalid(path: path, error) }
    }
}
