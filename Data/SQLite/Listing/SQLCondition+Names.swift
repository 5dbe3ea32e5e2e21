import FermataDomain
import Foundation

/// Conditions on a column of names and the column of their sort keys, as `ArtistName` compares names.
extension SQLCondition {
    /// Matches names equal to a name.
    init(named name: String, keys: String, names: String) {
        self.init(named: ArtistName(name), keys: keys, names: names)
    }

    /// Matches names equal to a name.
    init(named name: ArtistName, keys: String, names: String) {
        self.init("\(keys) = :name_key", ["name_key": .text(name.key.text)])
        if let raw = name.raw { self = .all([self, SQLCondition("\(names) = :name", ["name": .text(raw)])]) }
    }

    /// Matches names that contain a part.
    init(containing part: NamePart, keys: String, names: String) {
        switch part {
        case .empty: self.init("TRUE")
        case .key(let key): self.init("instr(\(keys), :part) > 0", ["part": .text(key)])
        case .raw(let raw):
            self.init(
                "\(keys) = :name_key AND instr(\(names), :part) > 0",
                ["name_key": .text(SortKey("").text), "part": .text(raw)])
        }
    }

    /// Matches names that contain a part if spaces are ignored, such as “AC/DC” for `acdc`.
    ///
    /// If `isExact`, matches only names that equal the part that way.
    init?(containingIgnoringSpaces part: NamePart, keys: String, isExact: Bool) {
        guard case .key(let key) = part else { return nil }
        let joined = "replace(\(keys), ' ', '')"
        self.init(
            isExact ? "\(joined) = :joined" : "instr(\(joined), :joined) > 0",
            ["joined": .text(key.replacing(" ", with: ""))])
    }

    /// Matches keys that begin with `key`.
    init(beginningWith key: String, keys: String) {
        self.init(
            "\(keys) >= :part AND \(keys) < :end", ["part": .text(key), "end": .text(key + SortKey("").text)])
    }

    /// Matches keys in which a later word begins with `key`, but not the first word.
    init(withLaterWordBeginningWith key: String, keys: String) {
        let first = SQLCondition(beginningWith: key, keys: keys)
        self = .all([SQLCondition("instr(\(keys), :word) > 0", ["word": .text(" " + key)]), first.negated])
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
    /// Nil if all names rank the same. The statement binds the part as `SQLCondition` does.
    func rank(ofKeys keys: String) -> String? {
        guard case .key = self else { return nil }
        return "CASE instr(' ' || \(keys), ' ' || :part) WHEN 1 THEN 0 WHEN 0 THEN 2 ELSE 1 END"
    }
}
