public import FermataDomain
public import Foundation

/// Reads and writes to-dos as an XML property list: an array of dictionaries, as the to-do app for iOS stores them.
///
/// Values that the app does not know have additional keys. A document is decoded in memory at once, so its size is
/// limited; Foundation itself limits its nesting to 512 levels.
public struct PropertyListToDoDocument: ToDoDocument {
    private static let batchCount = 500
    private static let byteLimit = 64 << 20
    /// Enough for a document of the largest length whose to-dos have only a title.
    private static let valueLimit = 4_000_000
    private let path: String
    private let timeZone: TimeZone

    /// Creates a document. The time zone determines the moment at which a to-do's day starts, for other programs.
    public init(file: URL, timeZone: TimeZone) {
        path = file.path
        self.timeZone = timeZone
    }

    public func batches() -> any AsyncSequence<[RecordResult<ToDoEntry>], any Error> & Sendable {
        TaskSequence<[RecordResult<ToDoEntry>]>.oneAhead { send in
            let records = try await records()
            for start in stride(from: 0, to: records.count, by: Self.batchCount) {
                try await send(Array(records[start..<min(start + Self.batchCount, records.count)]))
            }
        }
    }

    public func write(_ batches: any AsyncSequence<[ToDo], any Error> & Sendable) async throws {
        let text = PropertyListText(timeZone: timeZone)
        try await DocumentWriter.write(
            to: path, head: PropertyListText.head, foot: PropertyListText.foot, each: text.text(of:), batches)
    }

    private func records() async throws -> [RecordResult<ToDoEntry>] {
        let file = try await DocumentFile.open(path)
        var bytes = Data()
        while case let chunk = try await file.read(), !chunk.isEmpty {
            bytes.append(chunk)
            if bytes.count > Self.byteLimit {
                throw ToDoDocumentError.invalid(path: path, .tooLarge(limit: Self.byteLimit))
            }
        }
        return try await BlockingIO.run { [bytes] in
            do throws(DocumentFailure) {
                return try Self.records(in: bytes)
            } catch {
                throw ToDoDocumentError.invalid(path: path, error)
            }
        }
    }

    /// Returns the to-dos and rejected records. Throws if the document is no property list, or no list of to-dos.
    private static func records(in document: Data) throws(DocumentFailure) -> [RecordResult<ToDoEntry>] {
        guard let values = try root(of: document) as? [Any] else { throw .notAnArray }
        let records = values.map { PropertyListRecord($0) }
        guard records.isEmpty || records.contains(where: { $0 != nil }) else { throw .noToDos }
        return records.enumerated().map { index, record -> RecordResult<ToDoEntry> in
            do throws(RecordError) {
                guard let record else { throw .notAnObject }
                return .success(try record.entry())
            } catch {
                return .failure(RejectedRecord(position: index + 1, error))
            }
        }
    }

    private static func root(of document: Data) throws(DocumentFailure) -> Any {
        guard !document.isEmpty else { throw .empty }
        // On Linux (Swift 6.3), Foundation crashes on some damaged binary lists.
        if document.starts(with: Data("bplist".utf8)) { throw .binaryPropertyList }
        switch document.first(where: { (0x21..<0x7F).contains($0) }) {
        case ASCII.lessThan: break
        // Foundation parses an escaped text of this format in quadratic time.
        case UInt8(ascii: "("), UInt8(ascii: "{"): throw .oldPropertyList
        default: throw .notPropertyList
        }
        if openingTags(in: document) > valueLimit { throw .tooManyValues }
        do {
            return try PropertyListSerialization.propertyList(from: document, options: [], format: nil)
        } catch {
            throw .notPropertyList
        }
    }

    /// The number of opening tags, of which an XML document has at least as many as values.
    private static func openingTags(in document: Data) -> Int {
        document.withUnsafeBytes { bytes in
            var (count, last) = (0, UInt8(0))
            // UTF-16 has zeros between the characters.
            for byte in bytes where byte != 0 {
                if last == ASCII.lessThan && byte != UInt8(ascii: "/") { count += 1 }
                last = byte
            }
            return count
        }
    }
}

/// A to-do as a dictionary. Its keys may end in `Key`, as the to-do app for iOS writes them.
private struct PropertyListRecord {
    private let values: [String: Any]

    init?(_ value: Any) {
        guard let values = value as? [String: Any] else { return nil }
        self.values = values
    }

    func entry() throws(RecordError) -> ToDoEntry {
        guard let title = try text("title") else { throw .missing(field: "title") }
        return ToDoEntry(
            item: ToDoItem(
                title: title, description: try description() ?? "", timestamp: try timestamp(),
                location: try location(),
                subject: try subject()),
            isDone: try flag("done"))
    }

    private func description() throws(RecordError) -> String? {
        if let text = try text("itemDescription") { return text }
        return try Self.text(values["description"], "description")
    }

    /// The timestamp: the key `day`, which Fermata writes, takes precedence over the moment at which the day starts.
    private func timestamp() throws(RecordError) -> DueDate? {
        if let text = try text("day") {
            guard let day = Day(text) else { throw .invalidValue(field: "day", text: text, expected: .day) }
            return .day(day)
        }
        guard let value = value("timestamp") else { return nil }
        let date =
            if let date = value as? Date { date } else {
                Date(timeIntervalSince1970: try Self.number(value, "timestamp"))
            }
        guard let moment = Moment(date) else { throw .outOfRange(field: "timestamp") }
        return .moment(moment)
    }

    private func location() throws(RecordError) -> Location? {
        guard let value = value("location") else { return nil }
        guard let place = PropertyListRecord(value) else { throw .wrongType(field: "location", expected: .dictionary) }
        let name = try place.text("name")
        let address = try place.text("address")
        if let coordinate = try place.coordinate() {
            return Location(
                name: name, address: address, at: coordinate, isTownOnly: try place.flag("townOnly"))
        }
        guard let name else { throw .emptyLocation }
        return Location(name: name, address: address)
    }

    private func coordinate() throws(RecordError) -> Coordinate? {
        let (latitude, longitude) = (value("latitude"), value("longitude"))
        guard latitude != nil || longitude != nil else { return nil }
        guard let latitude, let longitude else { throw .incompleteCoordinate }
        let coordinate = Coordinate(
            latitude: try Self.number(latitude, "latitude"), longitude: try Self.number(longitude, "longitude"))
        guard let coordinate else { throw .outOfRange(field: "coordinate") }
        return coordinate
    }

    private func subject() throws(RecordError) -> ToDoSubject? {
        if let digits = try text("music") { return .music(try MusicID(digits: digits)) }
        return try text("artist").map { .artist($0) }
    }

    /// Reads a truth value; false if there is none.
    private func flag(_ name: String) throws(RecordError) -> Bool {
        switch value(name) {
        case nil: return false
        case let value as Bool: return value
        case let value as Int where value == 0 || value == 1: return value == 1
        case let value as String where ["true", "yes", "1"].contains(value.lowercased()): return true
        case let value as String where ["false", "no", "0"].contains(value.lowercased()): return false
        default: throw .wrongType(field: name, expected: .boolean)
        }
    }
}

extension PropertyListRecord {
    private func value(_ name: String) -> Any? { values[name + "Key"] ?? values[name] }

    /// The text of a key: the exact copy if it still matches the key's text.
    private func text(_ name: String) throws(RecordError) -> String? {
        let text = try Self.text(value(name), name)
        guard let bytes = value(name + "Exact") as? Data, let exact = String(validating: bytes, as: UTF8.self),
            PropertyListText.plain(exact) == text
        else { return text }
        return exact
    }

    private static func text(_ value: Any?, _ name: String) throws(RecordError) -> String? {
        guard let value else { return nil }
        guard let text = value as? String else { throw .wrongType(field: name, expected: .text) }
        return text
    }

    private static func number(_ value: Any, _ name: String) throws(RecordError) -> Double {
        switch value {
        case let number as Double: return number
        case let number as Int: return Double(number)
        case let text as String:
            if let number = Double(text.trimmingCharacters(in: .whitespaces)) { return number }
            throw .invalidValue(field: name, text: text, expected: .number)
        default: throw .wrongType(field: name, expected: .number)
        }
    }
}
