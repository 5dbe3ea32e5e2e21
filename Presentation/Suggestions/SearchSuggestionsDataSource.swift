public import FermataDomain

/// Provides the suggestions of a search field.
public struct SearchSuggestionsDataSource: Sendable {
    private let getSuggestions: GetSearchSuggestionsUsecase

    public init(getSuggestions: GetSearchSuggestionsUsecase) { self.getSuggestions = getSuggestions }

    /// Returns completions of the term at the cursor, the best first. Throws `LibraryError`.
    public func suggestions(for input: SearchInput) async throws -> [SearchSuggestionCellModel] {
        try await getSuggestions.execute(input).map(SearchSuggestionCellModel.init)
    }
}

/// A suggestion as search fields list it.
public struct SearchSuggestionCellModel: Equatable, Sendable {
    public let label: String
    /// The field with the suggestion, on both sides of the cursor.
    package let input: SearchInput

    package init(_ suggestion: SearchSuggestion) {
        label = suggestion.label.onOneLine
        input = suggestion.input
    }
}

/// The keys of a suggestion. `cursor` is the position of the cursor in `text`, in Unicode scalars.
public enum SearchSuggestionField: String, RowField {
    case label, text, cursor
}

extension SearchSuggestionCellModel: RowModel {
    public func value(of field: SearchSuggestionField) -> FieldValue {
        switch field {
        case .label: .text(label)
        case .text: .text(input.text)
        case .cursor: .integer(input.before.unicodeScalars.count)
        }
    }
}
