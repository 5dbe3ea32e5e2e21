/// Selections of the rows whose search text contains a text; see `SearchTextSchema`.
///
/// A selection by several trigrams also finds rows that contain them in another order.
enum SearchTextIndex {
    /// A text to find.
    struct Term {
        /// Longer texts are found by their first trigrams.
        private static let trigramLimit = 30
        private let scalars: [UnicodeScalar]

        init(text: String) {
            // FTS5 stores these two scalars, which are no characters, as U+FFFD.
            scalars = text.unicodeScalars.map { $0.value & ~1 == 0xFFFE ? "\u{FFFD}" : $0 }
        }

        /// Whether FTS5 can find the text; shorter ones are beginnings of trigrams.
        var hasTrigram: Bool { scalars.count >= 3 }

        /// An FTS5 expression for the first trigrams of the text.
        ///
        /// Source: https://www.sqlite.org/fts5.html#full_text_query_syntax
        fileprivate var expression: String {
            let quoted = scalars.indices.dropLast(2).prefix(Self.trigramLimit).map { start in
                "\"\(Self.text(scalars[start..<start + 3]).replacing("\"", with: "\"\""))\""
            }
            return "(\(quoted.joined(separator: " AND ")))"
        }

        /// Selects the rows that contain the text; a row can occur several times.
        fileprivate func rows(parameter: String) -> SQLCondition {
            if hasTrigram { return SearchTextIndex.rows(expression, parameter) }
            // No text contains the byte FF, which is greater than all bytes of UTF-8.
            let sql = """
                SELECT doc AS row FROM music_search_trigram
                    WHERE term >= :\(parameter) AND term < :\(parameter) || CAST(x'FF' AS TEXT)
                """
            return SQLCondition(sql, [parameter: .text(Self.text(scalars[...]))])
        }

        private static func text(_ scalars: ArraySlice<UnicodeScalar>) -> String {
            String(String.UnicodeScalarView(scalars))
        }
    }

    /// Selects the rows that contain a term of each list.
    static func rows(matching terms: [[Term]]) -> SQLCondition {
        rows(terms.map { "(\($0.map(\.expression).joined(separator: " OR ")))" }.joined(separator: " AND "), "terms")
    }

    /// Selects the rows that contain one of the terms, each of any length; a row can occur several times.
    static func rows(matchingAny terms: [Term]) -> SQLCondition {
        let selections = terms.enumerated().map { $1.rows(parameter: "term\($0)") }
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
