public import FermataDomain

/// Provides the suggestions of a search field.
public struct SearchSuggestionsDataSource: Sendable {
    private let getSuggestions: GetSearchSuggestionsUsecase

    public init(getSuggestions: GetSearchSuggestionsUsecase) {
        self.getSuggestions = getSuggestions
    }

    /// Returns completions of the term at the cursor, the best first. Throws `LibraryError`.
    public func suggestions(for input: SearchInput) async throws -> [SearchSuggestionCellModel] {
        try await getSuggestions.execute(input).map(SearchSuggestionCellModel.init)
    }
}
