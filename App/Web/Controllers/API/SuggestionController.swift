import FermataDomain
import FermataPresentation
import Hummingbird

/// Completes the text of a search field.
struct SuggestionController {
    let suggestions: SearchSuggestionsDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("suggestions", use: list)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let text = try parameters.searchText().unicodeScalars
        let cursor = try parameters.integer("cursor", in: 0...SearchQuery.textLimit) ?? text.count
        try parameters.end()
        let input = SearchInput(before: String(text.prefix(cursor)), after: String(text.dropFirst(cursor)))
        let rows = try await suggestions.suggestions(for: input)
        return .rows(rows, at: "/api/suggestions", of: rows.count, in: .all, parameters)
    }
}
