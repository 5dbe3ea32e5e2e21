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

        /// The first trigrams of the text.
        var trigrams: [String] {
            let scalars = Array(text.unicodeScalars)
            return scalars.indices.dropLast(2).prefix(Self.trigramLimit).map { start in
                scalars[start..<start + 3].map(String.init).joined()
            }
        }

        /// An FTS5 expression for the trigrams.
        ///
        /// Source: https://www.sqlite.org/fts5.html#full_text_query_syntax
        var expression: String {
            let quoted = trigrams.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
            return "(\(quoted.joined(separator: " AND ")))"
        }

        /// Selects the rows that contain the text; a row can occur several times.
        var rows: SQLCondition {
            if hasTrigram { return SearchTextIndex.rows(expression, "term") }
            // No text contains the byte FF, which is greater than all bytes of UTF-8.
            let sql = """
                SELECT doc AS row FROM music_search_trigram
                    WHERE term >= :term AND term < :term || CAST(x'FF' AS TEXT)
                """
            return SQLCondition(sql, ["term": .text(text)])
        }
    }

    /// Selects the rows that contain a term of each list.
    static func rows(matching terms: [[Term]]) -> SQLCondition {
        rows(terms.map { "(\($0.map(\.expression).joined(separator: " OR ")))" }.joined(separator: " AND "), "terms")
    }

    fileprivate static func rows(_ expression: String, _ parameter: String) -> SQLCondition {
        SQLCondition(
            "SELECT rowid AS row FROM music_search WHERE music_search MATCH :\(parameter)",
            [parameter: .text(expression)])
    }
}
