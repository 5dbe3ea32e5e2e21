/// Selections of the rows whose search text contains a text; see `SearchTextSchema`.
///
/// A selection by several trigrams also finds rows that contain them in another order.
enum SearchTextIndex {
    /// A text to find.
    struct Term {
        /// Longer texts are found by their first trigrams.
        private static let trigramLimit = 30
        let text: String

        /// Whether FTS5 can find the text; shorter ones are beginnings of trigrams.
        var hasTrigram: Bool { text.unicodeScalars.count >= 3 }

        /// An FTS5 expression for the trigrams.
        ///
        /// Source: https://www.sqlite.org/fts5.html#full_text_query_syntax
        var expression: String {
            let scalars = Array(text.unicodeScalars)
            let trigrams = scalars.indices.dropLast(2).prefix(Self.trigramLimit).map { start in
                let trigram = scalars[start..<start + 3].map(String.init).joined()
                return "\"\(trigram.replacing("\"", with: "\"\""))\""
            }
            return "(\(trigrams.joined(separator: " AND ")))"
        }
    }

    /// Selects the rows that contain a term of each list.
    static func rows(matching terms: [[Term]]) -> SQLCondition {
        rows(terms.map { "(\($0.map(\.expression).joined(separator: " OR ")))" }.joined(separator: " AND "), "terms")
    }

    /// Selects the rows that contain one of the terms; a row can occur several times.
    static func rows(containingOneOf terms: [Term], _ parameter: String) -> SQLCondition {
        let selections = terms.enumerated().map { index, term in
            let name = "\(parameter)_\(index)"
            if term.hasTrigram { return rows(term.expression, name) }
            // No text contains the byte FF, which is greater than all bytes of UTF-8.
            let sql = """
                SELECT doc AS row FROM music_search_trigram
                    WHERE term >= :\(name) AND term < :\(name) || CAST(x'FF' AS TEXT)
                """
            return SQLCondition(sql, [name: .text(term.text)])
        }
        return SQLCondition(
            selections.map(\.sql).joined(separator: " UNION ALL "),
            selections.reduce(into: [:]) { $0.merge($1.values) { $1 } })
    }

    private static func rows(_ expression: String, _ parameter: String) -> SQLCondition {
        SQLCondition(
            "SELECT rowid AS row FROM music_search WHERE music_search MATCH :\(parameter)",
            [parameter: .text(expression)])
    }
}
