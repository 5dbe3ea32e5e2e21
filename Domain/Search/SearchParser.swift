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
        guard let condition = SearchTerm.Condition(key: key, value: typed.value, isName: typed.isName)
        else {
            return word("\(key):\(typed.value)", isNegated: typed.isNegated)
        }
        return SearchTerm(condition, isNegated: typed.isNegated)
    }

    private mutating func typedTerm() -> TypedTerm {
        let start = rest.startIndex
        let isNegated = rest.first == "-" && rest.dropFirst().first.map { !$0.isWhitespace } ?? false
        if isNegated { rest.removeFirst() }
        let key = key()
        let isName = key != nil && rest.first == "=" && rest.dropFirst().first.map(Self.isQuote) ?? false
        if isName { rest.removeFirst() }
        let valueStart = rest.startIndex
        let isQuoted = rest.first.map(Self.isQuote) ?? false
        let (value, isClosed) = isQuoted ? phrase() : (word(), false)
        return TypedTerm(
            start: start, valueStart: valueStart, isNegated: isNegated, key: key, value: value, isName: isName,
            isQuoted: isQuoted, isComplete: isClosed || !rest.isEmpty)
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
        guard rest[letters.endIndex...].first == ":", SearchQuery.keys.contains(letters.lowercased()) else {
            return nil
        }
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

extension SearchTerm.Condition {
    /// Returns nil for a value that the key cannot have.
    init?(key: String, value: String, isName: Bool = false) {
        if let field = SearchField(rawValue: key), let word = SearchWord(value, isName: isName) {
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

/// A term of a search as a person has typed it, with its position in the text.
struct TypedTerm {
    /// The start of the term, including its minus.
    let start: String.Index
    /// The start of the value, including its opening quote.
    let valueStart: String.Index
    let isNegated: Bool
    /// The known key, in lower case; nil for a word or phrase.
    let key: String?
    /// The value without its quotes.
    let value: String
    /// Whether `=` stands before the value in quotes.
    let isName: Bool
    let isQuoted: Bool
    /// Whether a closing quote or a space ends the term.
    let isComplete: Bool
}

extension SearchNumber {
    /// Reads a value or a range: `1977`, `1970..1979`, `..3:00`, `2026-01..`, `4..`. Its bounds are included.
    func range(_ text: String) -> ClosedRange<Int>? {
        guard let dots = text.firstRange(of: "..") else { return values(text[...]) }
        let first = text[..<dots.lowerBound]
        let last = Substring(completed(text[dots.upperBound...], after: first))
        guard let lower = first.isEmpty ? .min...(.min) : values(first),
            let upper = last.isEmpty ? .max...(.max) : values(last), !(first.isEmpty && last.isEmpty)
        else { return nil }
        return min(lower.lowerBound, upper.lowerBound)...max(lower.upperBound, upper.upperBound)
    }

    /// Completes a shorter last year by the first digits of the first one: `1970..79` ends in 1979.
    private func completed(_ last: Substring, after first: Substring) -> String {
        guard self == .year, !last.isEmpty else { return String(last) }
        return String(first.prefix(max(0, first.count - last.count))) + last
    }

    /// The numbers that a value stands for; `2026-01` stands for each second of the month.
    private func values(_ text: Substring) -> ClosedRange<Int>? {
        switch self {
        case .year: Self.digits(text, upTo: 4).map { $0...$0 }
        case .added: Self.seconds(of: text)
        case .duration: Self.duration(text).map { $0...$0 }
        case .rating: Self.digits(text, upTo: 1).flatMap(Rating.init).map { $0.rawValue...$0.rawValue }
        }
    }

    /// Reads `180`, `3:00` or `1:02:03` as seconds.
    private static func duration(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { digits($0, upTo: 6) }
        guard parts.count <= 3, !parts.contains(nil) else { return nil }
        return parts.compactMap { $0 }.reduce(0) { $0 * 60 + $1 }
    }

    /// Reads a year, month or day as its seconds since 1970, in UTC.
    private static func seconds(of text: Substring) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { digits($0, upTo: 4) }
        guard parts.count <= 3, !parts.contains(nil), let year = parts[0] else { return nil }
        let (month, day) = (parts.count > 1 ? parts[1] : nil, parts.count > 2 ? parts[2] : nil)
        guard let first = Day(year: year, month: month ?? 1, day: day ?? 1),
            let last = day != nil ? first : Day(lastOf: month ?? 12, in: year)
        else { return nil }
        return first.number * 86_400...last.number * 86_400 + 86_399
    }

    private static func digits(_ text: Substring, upTo count: Int) -> Int? {
        guard (1...count).contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}

extension Day {
    /// The last day of a month.
    fileprivate init?(lastOf month: Int, in year: Int) {
        guard let last = (28...31).reversed().lazy.compactMap({ Day(year: year, month: month, day: $0) }).first else {
            return nil
        }
        self = last
    }
}
