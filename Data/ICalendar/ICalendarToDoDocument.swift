public import FermataDomain
public import Foundation

/// Reads and writes to-dos as an iCalendar document (RFC 5545).
///
/// It reads the to-dos of all calendars in the document, and skips everything else.
public struct ICalendarToDoDocument: ToDoDocument {
    private static let batchCount = 500
    private static let batchBytes = 1 << 20
    private let path: String
    private let timeZone: TimeZone
    private let now: @Sendable () -> Date
    private let isPrivate: Bool

    /// Creates a document. Floating times are in `timeZone`. `now` provides the time of writing (`DTSTAMP`).
    ///
    /// Only its owner can read a written document if it is private.
    public init(
        file: URL, timeZone: TimeZone, isPrivate: Bool = false, now: @escaping @Sendable () -> Date
    ) {
        path = file.path
        self.isPrivate = isPrivate
        self.timeZone = timeZone
        self.now = now
    }

    public func batches() -> any AsyncSequence<[ToDoRecord], any Error> & Sendable {
        TaskSequence<[ToDoRecord]>.oneAhead { send in try await read(send) }
    }

    private func read(_ send: @Sendable ([ToDoRecord]) async throws -> Void) async throws {
        let file = try await DocumentFile.open(path)
        var reader = ICalendarReader(timeZone: timeZone)
        do {
            while case let chunk = try await file.read(), !chunk.isEmpty {
                try reader.read(chunk)
                if reader.count >= Self.batchCount || reader.bytes >= Self.batchBytes {
                    try await send(reader.removeRecords())
                }
            }
            try reader.finish()
        } catch let error as DocumentFailure {
            reader.readWaiting()
            if reader.count > 0 { try await send(reader.removeRecords()) }
            throw ToDoDocumentError.invalid(path: path, error)
        }
        if reader.count > 0 { try await send(reader.removeRecords()) }
    }

    public func write(_ batches: any AsyncSequence<[ToDo], any Error> & Sendable) async throws {
        let text = ICalendarText(written: now())
        try await DocumentWriter.write(
            to: path, isPrivate: isPrivate, head: ICalendarText.head, foot: ICalendarText.foot, each: text.text(of:),
            batches)
    }
}
