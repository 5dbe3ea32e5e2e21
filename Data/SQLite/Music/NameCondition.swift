import FermataDomain
import Foundation

/// A condition on a column of names and the column of their sort keys, as `ArtistName` compares names.
struct NameCondition {
    let sql: String
    /// The values of the parameters of `sql`.
    let values: [String: SQLValue]

    /// Matches names equal to a name.
    init(_ name: String, keys: String, names: String) {
        let name = ArtistName(name)
        let isKey = "\(keys) = :name_key"
        if let raw = name.raw {
            (sql, values) = ("\(isKey) AND \(names) = :name", ["name_key": .text(name.key.text), "name": .text(raw)])
        } else {
            (sql, values) = (isKey, ["name_key": .text(name.key.text)])
        }
    }

    /// Matches names that contain a part.
    init(containing part: NamePart, keys: String, names: String) {
        switch part {
        case .empty: (sql, values) = ("TRUE", [:])
        case .key(let key): (sql, values) = ("instr(\(keys), :part) > 0", ["part": .text(key)])
        case .raw(let raw):
            sql = "\(keys) = :name_key AND instr(\(names), :part) > 0"
            values = ["name_key": .text(SortKey("").text), "part": .text(raw)]
        }
    }

    /// Matches names that contain a part if spaces are ignored, such as “AC/DC” for `acdc`.
    ///
    /// If `isExact`, matches only names that equal the part that way.
    init?(containingIgnoringSpaces part: NamePart, keys: String, isExact: Bool) {
        guard case .key(let key) = part else { return nil }
        let joined = "replace(\(keys), ' ', '')"
        sql = isExact ? "\(joined) = :joined" : "instr(\(joined), :joined) > 0"
        values = ["joined": .text(key.replacing(" ", with: ""))]
    }

    /// Matches keys that begin with `key`.
    init(beginningWith key: String, keys: String) {
        sql = "\(keys) >= :part AND \(keys) < :end"
        values = ["part": .text(key), "end": .text(key + SortKey("").text)]
    }

    /// Matches keys in which a later word begins with `key`, but not the first word.
    init(withLaterWordBeginningWith key: String, keys: String) {
        sql = "instr(\(keys), :word) > 0 AND NOT (\(keys) >= :part AND \(keys) < :end)"
        values = Self(beginningWith: key, keys: keys).values.merging(["word": .text(" " + key)]) { $1 }
    }

    /// Matches the row with an id.
    init(_ column: String, is id: Int64) {
        self.init(sql: "\(column) = :id", values: ["id": .integer(id)])
    }

    /// Matches rows with ids in a range.
    init(_ column: String, in range: ClosedRange<Int64>) {
        self.init(
            sql: "\(column) BETWEEN :first AND :last",
            values: ["first": .integer(range.lowerBound), "last": .integer(range.upperBound)])
    }

    /// Matches this condition or the row with an id.
    func or(_ column: String, is id: Int64) -> NameCondition {
        let other = NameCondition(column, is: id)
        return NameCondition(sql: "(\(sql)) OR \(other.sql)", values: values.merging(other.values) { $1 })
    }

    private init(sql: String, values: [String: SQLValue]) {
        self.sql = sql
        self.values = values
    }
}

/// A part of a name as a person types it.
enum NamePart {
    case empty
    /// Searched in the sort keys of names.
    case key(String)
    /// Symbols only; searched in names that have no sort key.
    case raw(String)

    init(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let name = ArtistName(text)
        self = text.isEmpty ? .empty : name.raw.map(NamePart.raw) ?? .key(name.key.text)
    }

    /// The rank of a name by its key: those that begin with the part, those with a word that does, then the others.
    ///
    /// Nil if all names rank the same. The statement binds the part as `NameCondition` does.
    func rank(ofKeys keys: String) -> String? {
        guard case .key = self else { return nil }
        return "CASE instr(' ' || \(keys), ' ' || :part) WHEN 1 THEN 0 WHEN 0 THEN 2 ELSE 1 END"
    }
}
