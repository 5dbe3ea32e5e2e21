internal import FermataDomain
internal import Foundation

/// A condition on a column of names and the column of their sort keys, as `ArtistName` compares names.
struct NameCondition {
    let sql: String
    let values: [SQLValue]

    /// Matches names equal to a name.
    init(_ name: String, keys: String, names: String) {
        let name = ArtistName(name)
        sql = name.raw == nil ? "\(keys) = ?" : "\(keys) = ? AND \(names) = ?"
        values = [.text(name.key.text)] + (name.raw.map { [.text($0)] } ?? [])
    }

    /// Matches names that contain a part.
    init(holding part: NamePart, keys: String, names: String) {
        switch part {
        case .anything: (sql, values) = ("TRUE", [])
        case .key(let key): (sql, values) = ("instr(\(keys), ?) > 0", [.text(key)])
        case .raw(let raw):
            sql = "\(keys) = ? AND instr(\(names), ?) > 0"
            values = [.text(SortKey("").text), .text(raw)]
        }
    }

    /// Matches the row with an id.
    init(_ column: String, is id: Int64) {
        self.init(sql: "\(column) = ?", values: [.integer(id)])
    }

    /// Matches rows with ids in a range.
    init(_ column: String, in range: ClosedRange<Int64>) {
        self.init(
            sql: "\(column) BETWEEN ? AND ?", values: [.integer(range.lowerBound), .integer(range.upperBound)])
    }

    /// Matches this condition or the row with an id.
    func or(_ column: String, is id: Int64) -> NameCondition {
        let other = NameCondition(column, is: id)
        return NameCondition(sql: "(\(sql)) OR \(other.sql)", values: values + other.values)
    }

    private init(sql: String, values: [SQLValue]) {
        self.sql = sql
        self.values = values
    }
}

/// A part of a name as a person types it.
enum NamePart {
    case anything
    /// Searched in the sort keys of names.
    case key(String)
    /// Symbols only; searched in names that have no sort key.
    case raw(String)

    init(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let name = ArtistName(text)
        self = text.isEmpty ? .anything : name.raw.map(NamePart.raw) ?? .key(name.key.text)
    }
}
