import FermataDomain
import GRDB

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

    /// The values of the parameters `word0`, `word1`, ….
    var values: [String: SQLValue] {
        let texts = words.map { Self.isShort($0) ? $0 : "*\($0.unicodeScalars.map(Self.escaped).joined())*" }
        return Dictionary(uniqueKeysWithValues: zip(words.indices.map { "word\($0)" }, texts.map(SQLValue.text)))
    }

    /// The cheapest condition for the first `count` rows in order; nil stands for all rows.
    ///
    /// `ordered` selects the searched rows in their order and binds `orderedValues`.
    func condition(
        finding count: Int?, among ordered: String, _ orderedValues: [String: SQLValue], in db: Database
    ) throws -> String {
        let matches =
            "SELECT rowid FROM music_search WHERE " + words.enumerated().map(Self.condition).joined(separator: " AND ")
        if words.allSatisfy(Self.isShort) {
            let eachRow = words.indices.map { "instr(\(Self.textOfRow), :word\($0)) > 0" }.joined(separator: " AND ")
            guard let count else { return "row IN (\(matches))" }
            let sample = "SELECT count(*) AS matches FROM (\(ordered) LIMIT \(Self.sampleSize)) WHERE \(eachRow)"
            let all = orderedValues.merging(values) { $1 }
            let found = try RawStatement(db, sample, all).first { $0.integer("matches") } ?? 0
            return found >= count ? eachRow : "row IN (\(matches))"
        }
        let some = try RawStatement(
            db, "SELECT count(*) AS matches FROM (\(matches) LIMIT \(Self.manyMatches))", values)
        let areMany = try some.first { $0.integer("matches") } ?? 0 >= Self.manyMatches
        return "\(areMany ? "+" : "")row IN (\(matches))"
    }

    /// FTS5's content table; reading it directly bypasses the index.
    private static let textOfRow = "(SELECT c0 FROM music_search_content WHERE id = row)"

    private static func isShort(_ word: String) -> Bool { word.unicodeScalars.count < shortWord }

    private static func condition(_ index: Int, _ word: String) -> String {
        isShort(word) ? "instr(text, :word\(index)) > 0" : "text GLOB :word\(index)"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "*", "?", "[": "[\(scalar)]"
        default: String(scalar)
        }
    }
}
