public import FermataDomain
public import Foundation

/// To-dos as a property list: an array of dictionaries, as the to-do app for iOS keeps them.
///
/// It is written as XML, and read as XML or binary. What that app does not know has keys of its own.
public struct PropertyListToDoDocument: ToDoDocument {
    private static let batchCount = 500
    private let path: String
    private let timeZone: TimeZone

    /// In the time zone, the day of a to-do begins at the moment that other programs show.
    public init(file: URL, timeZone: TimeZone) {
        path = file.path
        self.timeZone = timeZone
    }

    public func deliverAll(to deliver: @Sendable ([ToDoRecord]) async throws -> Void) async throws {
        let file = try await DocumentFile.open(path)
        var bytes = Data()
        while case let piece = try await file.read(), !piece.isEmpty {
            bytes.append(piece)
            try check { () throws(ToDoRecordError) in try PropertyListLimits.check(length: bytes.count) }
        }
        let records = try await BlockingIO.run { [bytes] in
            try check { () throws(ToDoRecordError) in try PropertyListReader.records(in: bytes) }
        }
        for start in stride(from: 0, to: records.count, by: Self.batchCount) {
            try Task.checkCancellation()
            try await deliver(Array(records[start..<min(start + Self.batchCount, records.count)]))
        }
    }

    public func write(
        _ fill: @Sendable (@escaping @Sendable ([ToDo]) throws -> Void) async throws -> Void
    ) async throws {
        let text = PropertyListText(timeZone: timeZone)
        try await DocumentWriter.write(
            to: path, head: PropertyListText.head, foot: PropertyListText.foot, each: text.text(of:), fill: fill)
    }

    private func check<Value>(_ body: () throws(ToDoRecordError) -> Value) throws(ToDoDocumentError) -> Value {
        do { return try body() } catch { throw ToDoDocumentError.invalid(path: path, reason: error.reason) }
    }
}
