public import FermataDomain
public import Foundation

/// To-dos as an iCalendar document (RFC 5545): those of all its calendars, everything else passed over.
public struct ICalendarToDoDocument: ToDoDocument {
    private static let batchCount = 500
    private static let batchBytes = 1 << 20
    private let path: String
    private let timeZone: TimeZone
    private let now: @Sendable () -> Date

    /// Times without a zone are read as of the time zone; `now` is noted as the time of writing.
    public init(file: URL, timeZone: TimeZone, now: @escaping @Sendable () -> Date) {
        path = file.path
        self.timeZone = timeZone
        self.now = now
    }

    public func deliverAll(to deliver: @Sendable ([ToDoRecord]) async throws -> Void) async throws {
        let file = try await DocumentFile.open(path)
        var reader = ICalendarReader(timeZone: timeZone)
        do {
            while case let piece = try await file.read(), !piece.isEmpty {
                try reader.read(piece)
                if reader.count >= Self.batchCount || reader.bytes >= Self.batchBytes {
                    try await deliver(reader.takeRecords())
                }
            }
            try reader.finish()
        } catch let fault as ToDoRecordError {
            if reader.count > 0 { try await deliver(reader.takeRecords()) }
            throw ToDoDocumentError.invalid(path: path, reason: fault.reason)
        }
        if reader.count > 0 { try await deliver(reader.takeRecords()) }
    }

    public func write(
        _ fill: @Sendable (@escaping @Sendable ([ToDo]) throws -> Void) async throws -> Void
    ) async throws {
        let text = ICalendarText(written: now())
        try await DocumentWriter.write(
            to: path, head: ICalendarText.head, foot: ICalendarText.foot, each: text.text(of:), fill: fill)
    }
}
