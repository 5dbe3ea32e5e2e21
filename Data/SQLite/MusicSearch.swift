internal import FermataDomain
internal import GRDB

/// The words of a search as conditions on the full-text table.
///
/// FTS5's trigram index answers `GLOB` for words of three characters or more; shorter ones are looked for by
/// scanning the folded text, which is narrow.
struct MusicSearch {
    /// From so many matches on, walking the order's index is cheaper than sorting the matches.
    private static let manyMatches = 5_000
    private let words: [String]

    /// Answers nil where there is no word to search for.
    init?(_ text: String) {
        words = SearchText.words(of: text)
        if words.isEmpty { return nil }
    }

    var values: [SQLValue] {
        words.map { .text($0.unicodeScalars.count < 3 ? $0 : "*\($0.unicodeScalars.map(Self.escaped).joined())*") }
    }

    /// A condition on `row`, written so that few matches are looked up and sorted, and many are met in order.
    func condition(in db: Database) throws -> String {
        let matches = "SELECT rowid FROM music_search WHERE " + words.map(Self.condition).joined(separator: " AND ")
        let some = try RawStatement(db, "SELECT count(*) FROM (\(matches) LIMIT \(Self.manyMatches))", values)
        let areMany = try some.first { $0.integer(0) } ?? 0 >= Self.manyMatches
        return "\(areMany ? "+" : "")row IN (\(matches))"
    }

    private static func condition(_ word: String) -> String {
        word.unicodeScalars.count < 3 ? "instr(text, ?) > 0" : "text GLOB ?"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "*", "?", "[": "[\(scalar)]"
        default: String(scalar)
        }
    }
}
