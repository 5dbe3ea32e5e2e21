internal import FermataDomain
internal import GRDB

/// The words of a search as a condition on `music.row`.
///
/// FTS5's trigram index answers `GLOB` for words of three characters or more. Shorter words are looked for in the
/// folded text itself: by scanning it, which is narrow, or row by row where the first rows in order show many matches.
struct MusicSearch {
    /// From so many matches on, walking the order's index is cheaper than sorting the matches.
    private static let manyMatches = 5_000
    /// How many rows are looked at to see whether a short word is frequent.
    private static let sampleSize = 2_000
    private static let shortWord = 3
    private let words: [String]

    /// Answers nil where there is no word to search for.
    init?(_ text: String) {
        words = SearchText.words(of: text)
        if words.isEmpty { return nil }
    }

    var values: [SQLValue] {
        words.map { .text(Self.isShort($0) ? $0 : "*\($0.unicodeScalars.map(Self.escaped).joined())*") }
    }

    /// The condition by which `count` rows, from the first in order, are found soonest; nil stands for all.
    ///
    /// `ordered` selects the rows among which is searched, in their order, and takes `orderedValues`.
    func condition(finding count: Int?, among ordered: String, _ orderedValues: [SQLValue], in db: Database) throws
        -> String
    {
        let matches = "SELECT rowid FROM music_search WHERE " + words.map(Self.condition).joined(separator: " AND ")
        if words.allSatisfy(Self.isShort) {
            let eachRow = words.map { _ in "instr(\(Self.textOfRow), ?) > 0" }.joined(separator: " AND ")
            guard let count else { return "row IN (\(matches))" }
            let sample = "SELECT count(*) FROM (\(ordered) LIMIT \(Self.sampleSize)) WHERE \(eachRow)"
            let found = try RawStatement(db, sample, orderedValues + values).first { $0.integer(0) } ?? 0
            return found >= count ? eachRow : "row IN (\(matches))"
        }
        let some = try RawStatement(db, "SELECT count(*) FROM (\(matches) LIMIT \(Self.manyMatches))", values)
        let areMany = try some.first { $0.integer(0) } ?? 0 >= Self.manyMatches
        return "\(areMany ? "+" : "")row IN (\(matches))"
    }

    /// The table in which FTS5 keeps the text; it is read without going through the index.
    private static let textOfRow = "(SELECT c0 FROM music_search_content WHERE id = row)"

    private static func isShort(_ word: String) -> Bool { word.unicodeScalars.count < shortWord }

    private static func condition(_ word: String) -> String {
        isShort(word) ? "instr(text, ?) > 0" : "text GLOB ?"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "*", "?", "[": "[\(scalar)]"
        default: String(scalar)
        }
    }
}
