/// Splits a typed search into terms.
struct SearchParser {
    private static let quotes: Set<Character> = ["\"", "“", "”", "„"]
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    static func isQuote(_ character: Character) -> Bool { quotes.contains(character) }

    mutating func terms(upTo limit: Int) -> [SearchTerm] {
        var terms: [SearchTerm] = []
        while terms.count < limit, skipSpaces() {
            if let term = term() { terms.append(term) }
        }
        return terms
    }

    /// Returns whether text is left.
    private mutating func skipSpaces() -> Bool {
        rest = rest.drop(while: \.isWhitespace)
        return !rest.isEmpty
    }

    /// Returns every term of a text, including one at the end that is still being typed.
    static func typedTerms(of text: String) -> [TypedTerm] {
        var parser = SearchParser(text)
        var terms: [TypedTerm] = []
        while parser.skipSpaces() { terms.append(parser.typedTerm()) }
        return terms
    }

    /// Returns nil for a term without content, such as `artist:`.
    private mutating func term() -> SearchTerm? {
        let typed = typedTerm()
        guard let key = typed.key else { return word(typed.value, isNegated: typed.isNegated) }
        if SearchWord(typed.value) == nil { return nil }
        guard let condition = SearchTerm.Condition(key: key, value: typed.value) else {
            return word("\(key):\(typed.value)", isNegated: typed.isNegated)
        }
        return SearchTerm(condition, isNegated: typed.isNegated)
    }

    private mutating func typedTerm() -> TypedTerm {
        let start = rest.startIndex
        let isNegated = rest.first == "-" && rest.dropFirst().first.map { !$0.isWhitespace } ?? false
        if isNegated { rest.removeFirst() }
        let key = key()
        let valueStart = rest.startIndex
        let isQuoted = rest.first.map(Self.isQuote) ?? false
        let (value, isClosed) = isQuoted ? phrase() : (word(), false)
        return TypedTerm(
            start: start, valueStart: valueStart, isNegated: isNegated, key: key, value: value, isQuoted: isQuoted,
            isComplete: isClosed || !rest.isEmpty)
    }

    private func word(_ text: String, isNegated: Bool) -> SearchTerm? {
        SearchWord(text).map { SearchTerm(.text(.anywhere, $0), isNegated: isNegated) }
    }

    /// Returns the known key that a text begins with, with its minus and colon.
    static func key(of text: String) -> String? {
        var parser = SearchParser(text)
        if parser.rest.first == "-" { parser.rest.removeFirst() }
        return parser.key() == nil ? nil : String(text[..<parser.rest.startIndex])
    }

    /// Reads a known key and its colon.
    private mutating func key() -> String? {
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        guard rest[letters.endIndex...].first == ":", SearchTerm.keys.contains(letters.lowercased()) else { return nil }
        rest = rest[letters.endIndex...].dropFirst()
        return letters.lowercased()
    }

    /// Reads the text up to the next space.
    private mutating func word() -> String {
        let word = rest.prefix { !$0.isWhitespace }
        rest = rest[word.endIndex...]
        return String(word)
    }

    /// Reads the text in quotes. Without a closing quote, it ends with the text.
    private mutating func phrase() -> (text: String, isClosed: Bool) {
        let phrase = rest.dropFirst().prefix { !Self.quotes.contains($0) }
        let end = rest[phrase.endIndex...]
        rest = end.dropFirst()
        return (String(phrase), !end.isEmpty)
    }
}

extension SearchTerm {
    static let stateKey = "is"
    /// The keys in the order in which searches offer them.
    static let keys =
        SearchField.allCases.dropFirst().map(\.rawValue) + SearchNumber.allCases.map(\.rawValue) + [stateKey]
}

extension SearchTerm.Condition {
    /// Returns nil for a value that the key cannot have.
    init?(key: String, value: String) {
        if let field = SearchField(rawValue: key), let word = SearchWord(value) {
            self = .text(field, word)
        } else if let number = SearchNumber(rawValue: key), let range = number.range(value) {
            self = .number(number, range)
        } else if key == SearchTerm.stateKey, let state = SearchState(rawValue: value.lowercased()) {
            self = .state(state)
        } else {
            return nil
        }
    }
}
