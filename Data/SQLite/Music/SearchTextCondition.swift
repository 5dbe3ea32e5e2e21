import FermataDomain

/// A word that the search text of a row contains, or does not contain.
struct SearchTextCondition {
    /// FTS5's trigram index finds texts of three characters or more.
    private static let indexedLength = 3
    /// Longer texts are checked in the rows that their first trigrams find.
    private static let trigramLimit = 30
    let isNegated: Bool
    private let forms: [(parameter: String, text: String)]

    init(_ word: SearchWord, _ parameter: String, isNegated: Bool) {
        self.isNegated = isNegated
        forms = word.forms.enumerated().map { ("\(parameter)_\($0)", $1) }
    }

    /// The condition on an expression for the search text.
    func condition(on text: String) -> SQLCondition {
        let contains = occurs(in: text) { ":\($0)" }
        return isNegated ? contains.negated : contains
    }

    /// The condition that the word begins a word of the search text.
    func beginning(in text: String) -> SQLCondition {
        .any([occurs(in: text) { "char(10) || :\($0)" }, occurs(in: text) { "' ' || :\($0)" }])
    }

    private func occurs(in text: String, _ expression: (String) -> String) -> SQLCondition {
        .any(
            forms.map { form in
                SQLCondition("instr(\(text), \(expression(form.parameter))) > 0", [form.parameter: .text(form.text)])
            })
    }

    /// An FTS5 expression for the trigrams of the word; nil if the index cannot find it.
    ///
    /// Source: https://www.sqlite.org/fts5.html#full_text_query_syntax
    var trigrams: String? {
        guard !isNegated, forms.allSatisfy({ $0.text.unicodeScalars.count >= Self.indexedLength }) else { return nil }
        return forms.map { "(\(Self.trigrams(of: $0.text)))" }.joined(separator: " OR ")
    }

    private static func trigrams(of text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let starts = scalars.indices.dropLast(indexedLength - 1).prefix(trigramLimit)
        return starts.map { start in
            let trigram = scalars[start..<start + indexedLength].map(String.init).joined()
            return "\"\(trigram.replacing("\"", with: "\"\""))\""
        }.joined(separator: " AND ")
    }
}

extension [SearchTextCondition] {
    /// Adds a condition unless an equal one exists, so that each word is searched once.
    mutating func addOnce(_ condition: SearchTextCondition) {
        if !contains(where: condition.isEqual) { append(condition) }
    }
}

extension SearchTextCondition {
    /// Whether both differ in the names of their parameters at most.
    fileprivate func isEqual(to other: SearchTextCondition) -> Bool {
        isNegated == other.isNegated && forms.map(\.text) == other.forms.map(\.text)
    }
}
