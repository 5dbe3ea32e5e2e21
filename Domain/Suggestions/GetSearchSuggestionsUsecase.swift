/// Suggests completions of the text in a search field: keys, names of artists and sources, and states.
public struct GetSearchSuggestionsUsecase: Sendable {
    public static let limit = 10
    private let artists: any ArtistRepository
    private let sources: any SourceRepository
    private let listener: Listener

    public init(artists: any ArtistRepository, sources: any SourceRepository, listener: Listener) {
        self.artists = artists
        self.sources = sources
        self.listener = listener
    }

    /// Returns at most `limit` completions of the term at the cursor, the best first.
    ///
    /// Between terms it returns the keys, and inside a word nothing. It never names an artist whose music the listener
    /// may not see. Throws `LibraryError`.
    public func execute(_ input: SearchInput) async throws -> [SearchSuggestion] {
        guard let completion = SearchCompletion(input) else { return [] }
        guard let term = completion.term else { return SearchQuery.keys.map(completion.suggestion(key:)) }
        return Array(try await suggestions(for: term, completion).prefix(Self.limit))
    }

    private func suggestions(
        for term: TypedTerm, _ completion: SearchCompletion
    ) async throws -> [SearchSuggestion] {
        switch term.key {
        case nil: keys(for: term, completion) + (try await names(completion))
        case SearchField.artist.rawValue: try await names(completion)
        case SearchField.source.rawValue:
            Self.values(try await sources.sources().map(\.name), for: term, completion)
        case SearchTerm.stateKey: Self.values(states.map(\.rawValue), for: term, completion)
        default: []
        }
    }

    /// The states that the listener's music can have.
    private var states: [SearchState] {
        SearchState.allCases.filter { $0 != .explicit || listener.filter == .all }
    }

    private func keys(for term: TypedTerm, _ completion: SearchCompletion) -> [SearchSuggestion] {
        let typed = term.value.lowercased()
        return term.isQuoted ? [] : SearchQuery.keys.filter { $0.hasPrefix(typed) }.map(completion.suggestion(key:))
    }

    private static func values(
        _ values: [String], for term: TypedTerm, _ completion: SearchCompletion
    ) -> [SearchSuggestion] {
        let typed = SortKey(term.value)
        return values.filter { typed.isEmpty || SortKey($0).text.utf8.starts(with: typed.text.utf8) }
            .compactMap(completion.suggestion(value:))
    }

    /// The artists that match the longest of the typed names.
    private func names(_ completion: SearchCompletion) async throws -> [SearchSuggestion] {
        for (start, text) in completion.names {
            let found = try await artists.artists(beginningWith: text, allowing: listener.filter, limit: Self.limit)
            if !found.isEmpty { return found.compactMap { completion.suggestion(artist: $0.name, from: start) } }
        }
        return []
    }
}

/// The text of a search field on both sides of its cursor.
public struct SearchInput: Equatable, Sendable {
    public var before: String
    public var after: String

    public init(before: String, after: String = "") {
        self.before = before
        self.after = after
    }

    public var text: String { before + after }
}

/// A completion of the term at the cursor of a search field.
public struct SearchSuggestion: Equatable, Sendable {
    /// The key with its colon, the name or the value.
    public var label: String
    /// The field with the completed term; the cursor follows it.
    public var input: SearchInput

    public init(label: String, input: SearchInput) {
        self.label = label
        self.input = input
    }
}

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
