import FermataDomain
import Foundation

/// Reads the to-dos of an iCalendar document that comes in pieces.
struct ICalendarReader {
    private static let depthLimit = 16
    private var scanner = ContentLineScanner()
    private var zones: ICalendarZones
    /// The names of the components that have begun and not ended.
    private var open: [String] = []
    private var toDo: ICalendarToDo?
    private var isBegun = false
    private var position = 0
    private var records: [ToDoRecord] = []
    /// How many bytes the records were read from.
    private(set) var bytes = 0

    init(timeZone: TimeZone) {
        zones = ICalendarZones(floating: timeZone)
    }

    /// How many records wait to be taken.
    var count: Int { records.count }

    mutating func takeRecords() -> [ToDoRecord] {
        defer { (records, bytes) = ([], 0) }
        return records
    }

    mutating func read(_ piece: Data) throws(ToDoRecordError) {
        bytes += piece.count
        var scanner = scanner
        defer { self.scanner = scanner }
        let read = piece.withUnsafeBytes { bytes in
            Result { () throws(ToDoRecordError) in
                try scanner.scan(bytes) { line throws(ToDoRecordError) in try take(line) }
            }
        }
        try read.get()
        if !isBegun, scanner.isTooLong { throw .notCalendar }
    }

    /// Throws where the document ends in the middle, or is none.
    mutating func finish() throws(ToDoRecordError) {
        var scanner = scanner
        try scanner.finish { line throws(ToDoRecordError) in try take(line) }
        guard isBegun else { throw bytes == 0 ? ToDoRecordError("it is empty") : .notCalendar }
        if let name = open.last { throw ToDoRecordError("it ends in the middle: END:\(name) is missing") }
    }

    private mutating func take(_ line: ContentLineScanner.Line) throws(ToDoRecordError) {
        let name = ContentLine.name(of: isBegun ? line.bytes : ICalendarReader.withoutMark(line.bytes))
        switch name {
        case "BEGIN": try begin(Self.component(line.bytes), at: line.number)
        case _ where !isBegun: throw .notCalendar
        case "END": try end(Self.component(line.bytes), at: line.number)
        case _ where open.isEmpty: throw ToDoRecordError("its line \(line.number) stands outside of a calendar")
        default: takeProperty(line, name: name)
        }
    }

    private mutating func begin(_ name: String, at number: Int) throws(ToDoRecordError) {
        if open.isEmpty, name != "VCALENDAR" {
            throw isBegun ? ToDoRecordError("its line \(number) stands outside of a calendar") : .notCalendar
        }
        if open.count == Self.depthLimit {
            throw ToDoRecordError("its components are nested deeper than \(Self.depthLimit) levels")
        }
        isBegun = true
        open.append(name)
        if open == ["VCALENDAR", "VTODO"] { toDo = ICalendarToDo() }
        if open == ["VCALENDAR", "VTIMEZONE"] { zones.begin() }
    }

    private mutating func end(_ name: String, at number: Int) throws(ToDoRecordError) {
        guard let begun = open.popLast() else {
            throw ToDoRecordError("its line \(number) stands outside of a calendar")
        }
        guard name == begun else {
            throw ToDoRecordError("its line \(number) is END:\(name.prefix(40)), not END:\(begun)")
        }
        if open == ["VCALENDAR"], begun == "VTIMEZONE" { zones.end() }
        guard open == ["VCALENDAR"], let toDo else { return }
        self.toDo = nil
        position += 1
        do {
            records.append(.success(try toDo.entry(&zones)))
        } catch {
            records.append(.failure(RejectedRecord(position: position, reason: error.reason)))
        }
    }

    private mutating func takeProperty(_ line: ContentLineScanner.Line, name: String?) {
        guard open.count == 2 else { return }
        if let name { zones.take(line, name: name) }
        toDo?.take(line, name: name)
    }

    /// What begins or ends, in upper case.
    private static func component(_ bytes: [UInt8]) -> String {
        let value = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst().prefix(100)
        return String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespaces).uppercased()
    }

    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}

extension ToDoRecordError {
    fileprivate static let notCalendar = ToDoRecordError("it is no iCalendar document")
}
