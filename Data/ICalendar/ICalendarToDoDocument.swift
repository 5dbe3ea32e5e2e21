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

/// A property's value and parameters: `DUE;TZID=Europe/Berlin:20261224T200000` (RFC 5545, 3.1).
struct ContentLine {
    private(set) var parameters: [String: String] = [:]
    private(set) var value = ""

    /// Returns the name of a line's property in upper case; nil if there is none.
    static func name(of bytes: [UInt8]) -> String? {
        guard let end = bytes.firstIndex(where: { $0 == semicolon || $0 == colon }), end > 0 else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self).uppercased()
    }

    init(_ line: ContentLineScanner.Line, name: String) throws(RecordError) {
        if line.isTooLong { throw .invalidProperty(name, .tooLong(limit: ContentLineScanner.limit)) }
        guard String(validating: line.bytes, as: UTF8.self) != nil else {
            throw .invalidProperty(name, .notUTF8)
        }
        var remainder = line.bytes.drop { $0 != Self.semicolon && $0 != Self.colon }
        while remainder.first == Self.semicolon {
            let text = Self.parameter(in: remainder.dropFirst())
            remainder = remainder[text.endIndex...]
            let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .invalidProperty(name, .parameterWithoutValue) }
            parameters[String(decoding: parts[0], as: UTF8.self).uppercased()] = Self.unquoted(parts[1])
        }
        guard remainder.first == Self.colon else { throw .invalidProperty(name, .noValue) }
        value = String(decoding: remainder.dropFirst(), as: UTF8.self)
    }

    private static let semicolon = UInt8(ascii: ";")
    private static let colon = UInt8(ascii: ":")

    /// The bytes before the next unquoted semicolon or colon.
    private static func parameter(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var isQuoted = false
        return bytes.prefix { byte in
            if byte == ASCII.quote { isQuoted.toggle() }
            return isQuoted || (byte != semicolon && byte != colon)
        }
    }

    /// Returns a parameter's value without quotes, and with the escapes of RFC 6868 decoded.
    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.filter { $0 != ASCII.quote }, as: UTF8.self)
            .unescaped("^", ["n": "\n", "'": "\"", "^": "^"])
    }
}

extension String {
    /// Replaces pairs of a mark and another character by their meanings; a mark before any other character stays.
    func unescaped(_ mark: Unicode.Scalar, _ meanings: [Unicode.Scalar: Unicode.Scalar]) -> String {
        guard unicodeScalars.contains(mark) else { return self }
        var text = UnicodeScalarView()
        var scalars = unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == mark, let next = scalars.next() else {
                text.append(scalar)
                continue
            }
            if meanings[next] == nil { text.append(mark) }
            text.append(meanings[next] ?? next)
        }
        return String(text)
    }
}

/// Divides bytes that arrive in chunks into unfolded content lines (RFC 5545, 3.1).
///
/// A line ends with LF, after any number of CR. In a document whose first line ends with a CR alone, a CR ends each
/// line. A line continues if a space or tab follows, even inside a character.
struct ContentLineScanner {
    /// The longest line in bytes, enough for any realistic description in base64.
    static let limit = 8 << 20

    /// A content line, truncated if it is too long.
    struct Line {
        var bytes: [UInt8] = []
        /// The number of its first line in the document, counted from 1.
        var number = 1
        var isTooLong = false
    }

    private static let (lineFeed, carriageReturn) = (UInt8(0x0A), UInt8(0x0D))
    private var line = Line()
    private var endedLines = 0
    private var hasEnded = false
    /// The byte that ends lines; nil before the end of the first line.
    private var lineEnd: UInt8?

    /// Whether the line that has not ended yet is too long.
    var isTooLong: Bool { line.isTooLong }

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, emit: (Line) throws(DocumentFailure) -> Void
    ) throws(DocumentFailure) {
        var index = 0
        while index < bytes.count {
            if hasEnded {
                hasEnded = false
                if bytes[index] == 0x20 || bytes[index] == 0x09 {
                    index += 1
                    continue
                }
                try emitLine(to: emit)
            }
            guard let lineEnd else {
                index = scanFirstLine(bytes, from: index)
                continue
            }
            let stop = position(of: lineEnd, in: bytes, from: index) ?? bytes.count
            append(UnsafeRawBufferPointer(rebasing: bytes[index..<stop]))
            if stop < bytes.count { endLine() }
            index = stop + 1
        }
    }

    mutating func finish(emit: (Line) throws(DocumentFailure) -> Void) throws(DocumentFailure) {
        dropReturns()
        try emitLine(to: emit)
    }

    /// Reads the next bytes of the first line, whose end decides how lines end. Returns the index after them.
    private mutating func scanFirstLine(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte == Self.lineFeed {
                lineEnd = Self.lineFeed
                endLine()
                return index + 1
            }
            if byte != Self.carriageReturn, line.bytes.last == Self.carriageReturn {
                lineEnd = Self.carriageReturn
                endLine()
                return index
            }
            append(UnsafeRawBufferPointer(rebasing: bytes[index..<index + 1]))
        }
        return bytes.count
    }

    private func position(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        guard let start = bytes.baseAddress,
            let found = memchr(start + index, CInt(byte), bytes.count - index)
        else { return nil }
        return UnsafeRawPointer(found) - start
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let room = Self.limit - line.bytes.count
        line.isTooLong = line.isTooLong || bytes.count > room
        line.bytes.append(contentsOf: bytes.prefix(room))
    }

    private mutating func dropReturns() {
        while line.bytes.last == Self.carriageReturn { line.bytes.removeLast() }
    }

    private mutating func endLine() {
        dropReturns()
        endedLines += 1
        hasEnded = true
    }

    private mutating func emitLine(to emit: (Line) throws(DocumentFailure) -> Void) throws(DocumentFailure) {
        let ended = line
        line.bytes.removeAll(keepingCapacity: ended.bytes.isEmpty)
        (line.number, line.isTooLong) = (endedLines + 1, false)
        if !ended.bytes.isEmpty { try emit(ended) }
    }
}
