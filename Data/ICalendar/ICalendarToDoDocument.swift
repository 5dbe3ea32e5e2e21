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

    public func batches() -> any AsyncSequence<[RecordResult<ToDoEntry>], any Error> & Sendable {
        TaskSequence<[RecordResult<ToDoEntry>]>.oneAhead { send in try await read(send) }
    }

    private func read(_ send: @Sendable ([RecordResult<ToDoEntry>]) async throws -> Void) async throws {
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

/// Reads the to-dos of an iCalendar document that arrives in chunks.
struct ICalendarReader {
    private static let depthLimit = 16
    private static let (waitingLimit, waitingByteLimit) = (1_000, 16 << 20)
    private var scanner = ContentLineScanner()
    private var zones: ICalendarZones
    /// The names of the open components, the outermost first.
    private var openComponents: [String] = []
    private var toDo: ICalendarToDo?
    /// To-dos in a zone that the document may still describe, and all after them.
    private var waiting: [(position: Int, toDo: ICalendarToDo)] = []
    private var waitingBytes = 0
    private var hasCalendar = false
    private var position = 0
    private var records: [RecordResult<ToDoEntry>] = []
    /// The number of bytes that the pending records were read from.
    private(set) var bytes = 0

    init(timeZone: TimeZone) {
        zones = ICalendarZones(floating: timeZone)
    }

    /// The number of pending records.
    var count: Int { records.count }

    /// Returns the pending records and removes them.
    mutating func removeRecords() -> [RecordResult<ToDoEntry>] {
        defer { (records, bytes) = ([], 0) }
        return records
    }

    mutating func read(_ chunk: Data) throws(DocumentFailure) {
        bytes += chunk.count
        var scanner = scanner
        defer { self.scanner = scanner }
        let result = chunk.withUnsafeBytes { bytes in
            Result { () throws(DocumentFailure) in
                try scanner.scan(bytes) { line throws(DocumentFailure) in try process(line) }
            }
        }
        try result.get()
        if !hasCalendar, scanner.isTooLong { throw .notCalendar }
    }

    /// Ends the document. Throws if it is truncated or is not an iCalendar document.
    mutating func finish() throws(DocumentFailure) {
        var scanner = scanner
        try scanner.finish { line throws(DocumentFailure) in try process(line) }
        readWaiting()
        guard hasCalendar else { throw bytes == 0 ? .empty : .notCalendar }
        if let name = openComponents.last { throw .missingEnd(name) }
    }

    private mutating func process(_ line: ContentLineScanner.Line) throws(DocumentFailure) {
        let name = ContentLine.name(of: hasCalendar ? line.bytes : Array(line.bytes.withoutByteOrderMark))
        switch name {
        case "BEGIN": try begin(Self.component(line.bytes), at: line.number)
        case _ where !hasCalendar: throw .notCalendar
        case "END": try end(Self.component(line.bytes), at: line.number)
        case _ where openComponents.isEmpty:
            throw .outsideCalendar(line: line.number)
        default: read(line, name: name)
        }
    }

    private mutating func begin(_ name: String, at number: Int) throws(DocumentFailure) {
        if openComponents.isEmpty, name != "VCALENDAR" {
            throw hasCalendar ? .outsideCalendar(line: number) : .notCalendar
        }
        if openComponents.count == Self.depthLimit {
            throw .tooDeep(limit: Self.depthLimit)
        }
        hasCalendar = true
        openComponents.append(name)
        if openComponents == ["VCALENDAR", "VTODO"] { toDo = ICalendarToDo() }
        if openComponents == ["VCALENDAR", "VTIMEZONE"] { zones.begin() }
        if openComponents.count == 3, openComponents[1] == "VTIMEZONE" { zones.beginRule() }
    }

    private mutating func end(_ name: String, at number: Int) throws(DocumentFailure) {
        guard let component = openComponents.popLast() else {
            throw .outsideCalendar(line: number)
        }
        guard name == component else {
            throw .wrongEnd(String(name.prefix(40)), expected: component, line: number)
        }
        if openComponents == ["VCALENDAR"], component == "VTIMEZONE" { zones.end() }
        if openComponents == ["VCALENDAR", "VTIMEZONE"] { zones.endRule() }
        if openComponents.isEmpty { readWaiting() }
        guard openComponents == ["VCALENDAR"], let toDo else { return }
        self.toDo = nil
        position += 1
        waiting.append((position, toDo))
        waitingBytes += toDo.size
        let isKnown = waiting.count == 1 && toDo.zoneNames.allSatisfy { zones.zone($0) != nil }
        if isKnown || waiting.count >= Self.waitingLimit || waitingBytes >= Self.waitingByteLimit { readWaiting() }
    }

    /// Reads the to-dos that wait for a zone; afterwards none is pending outside of the records.
    mutating func readWaiting() {
        for (position, toDo) in waiting {
            do {
                records.append(.success(try toDo.entry(&zones)))
            } catch {
                records.append(.failure(RejectedRecord(position: position, error)))
            }
        }
        (waiting, waitingBytes) = ([], 0)
    }

    private mutating func read(_ line: ContentLineScanner.Line, name: String?) {
        if let name, openComponents.count == 2 || openComponents.count == 3, openComponents[1] == "VTIMEZONE" {
            zones.read(line, name: name, isOfRule: openComponents.count == 3)
        }
        if openComponents.count == 2 { toDo?.read(line, name: name) }
    }

    /// The name of the component that a line begins or ends, in upper case.
    private static func component(_ bytes: [UInt8]) -> String {
        let value = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst().prefix(100)
        return String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespaces).uppercased()
    }
}
