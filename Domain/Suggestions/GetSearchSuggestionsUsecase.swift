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
        guard let term = completion.term else { return SearchTerm.keys.map(completion.suggestion(key:)) }
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
        return term.isQuoted ? [] : SearchTerm.keys.filter { $0.hasPrefix(typed) }.map(completion.suggestion(key:))
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
