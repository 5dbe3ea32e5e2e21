internal import FermataDomain
internal import GRDB

/// The words of a search as a condition on `music.row`.
///
/// FTS5's trigram index supports `GLOB` for words of three characters or more. Shorter words are searched in the
/// folded text: by scanning the narrow table, or row by row if the first rows in order contain many matches.
struct MusicSearch {
    /// From this number of matches on, walking the order's index is cheaper than sorting the matches.
    private static let manyMatches = 5_000
    /// The number of rows sampled to decide whether a short word is frequent.
    private static let sampleSize = 2_000
    private static let shortWord = 3
    private let words: [String]

    /// Returns nil if the text contains no word.
    init?(_ text: String) {
        words = SearchText.words(of: text)
        if words.isEmpty { return nil }
    }

    var values: [SQLValue] {
        words.map { .text(Self.isShort($0) ? $0 : "*\($0.unicodeScalars.map(Self.escaped).joined())*") }
    }

    /// The cheapest condition for the first `count` rows in order; nil stands for all rows.
    ///
    /// `ordered` selects the searched rows in their order and binds `orderedValues`.
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

    /// FTS5's content table; reading it directly bypasses the index.
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
