import FermataDomain
import Foundation

/// A to-do as a dictionary. Its keys may end in `Key`, as the to-do app for iOS writes them.
struct PropertyListRecord {
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
    private func timestamp() throws(RecordError) -> Timestamp? {
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
