/// The term at the cursor of a search field, and its completions.
struct SearchCompletion {
    private static let quote: Character = "\""
    /// How many plain words before the term may belong to the same name.
    private static let earlierWords = 2
    private let input: SearchInput
    /// The term; nil if the cursor follows a space, so that a new term begins there.
    let term: TypedTerm?
    /// The parts of the input that may be a typed name, the longest first, each with its beginning.
    let names: [(start: String.Index, text: String)]

    /// Returns nil if the cursor is inside a word, or after the closing quote of a phrase.
    init?(_ input: SearchInput) {
        var input = input
        let terms = SearchParser.typedTerms(of: input.before)
        let isAfterSpace = input.before.last?.isWhitespace ?? true
        let isInPhrase = terms.last.map { $0.isQuoted && !$0.isComplete } ?? false
        term = isAfterSpace && !isInPhrase ? nil : terms.last
        if term?.isComplete == true { return nil }
        if isInPhrase, let next = input.after.first, SearchParser.isQuote(next) { input.after.removeFirst() }
        if let next = input.after.first, !next.isWhitespace { return nil }
        self.input = input
        names = term.map { Self.names(in: input.before, endingWith: $0, after: terms.dropLast()) } ?? []
    }

    private static func names(
        in text: String, endingWith term: TypedTerm, after earlier: ArraySlice<TypedTerm>
    ) -> [(start: String.Index, text: String)] {
        guard term.key == nil, !term.isQuoted, !term.isNegated else { return [(term.start, term.value)] }
        let plain = earlier.reversed().prefix { $0.key == nil && !$0.isQuoted && !$0.isNegated }.prefix(earlierWords)
        return plain.reversed().map { ($0.start, String(text[$0.start...])) } + [(term.start, term.value)]
    }

    /// The text before the value of the term: its minus and its key stay.
    private var head: String { term.map { String(input.before[..<$0.valueStart]) } ?? input.before }

    /// Completes the term by a key, whose value follows.
    func suggestion(key: String) -> SearchSuggestion {
        SearchSuggestion(label: key + ":", input: SearchInput(before: head + key + ":", after: input.after))
    }

    /// Completes the value of the term's key.
    func suggestion(value: String) -> SearchSuggestion? { suggestion(value, replacing: head, with: "") }

    /// Completes a typed name by that of an artist.
    func suggestion(artist name: String, from start: String.Index) -> SearchSuggestion? {
        if term?.key != nil { return suggestion(value: name) }
        let sign = term?.isNegated == true ? "-" : ""
        return suggestion(
            name, replacing: String(input.before[..<start]), with: sign + SearchField.artist.rawValue + ":")
    }

    /// Returns nil for a value without content, and for a text that is too long for a search field.
    private func suggestion(_ value: String, replacing head: String, with key: String) -> SearchSuggestion? {
        guard let quoted = Self.quoted(value) else { return nil }
        let rest = input.after.first?.isWhitespace == true ? input.after.dropFirst() : input.after[...]
        let completed = SearchInput(before: head + key + quoted + " ", after: String(rest))
        guard completed.text.unicodeScalars.count <= SearchQuery.textLimit else { return nil }
        return SearchSuggestion(label: value, input: completed)
    }

    /// Quotes a value that contains spaces. Its own quotes become spaces; a search finds the value without them.
    private static func quoted(_ value: String) -> String? {
        guard SearchWord(value) != nil else { return nil }
        guard value.contains(where: \.isWhitespace) || value.first.map(SearchParser.isQuote) == true else {
            return value
        }
        let inner = String(value.map { $0.isWhitespace || SearchParser.isQuote($0) ? " " : $0 })
        return SearchWord(inner) == nil ? nil : "\(quote)\(inner)\(quote)"
    }
}
