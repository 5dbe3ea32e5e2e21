import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Suggestions as rows")
struct SearchSuggestionsDataSourceTests {
    @Test("has the label on one line, the completed text, and the cursor in Unicode scalars")
    func hasValues() async throws {
        let artists = ArtistRepositoryStub(artists: { _ in [Artist(name: "Ed\n👩‍👩‍👧", trackCount: 1)] })
        let source = SearchSuggestionsDataSource(
            getSuggestions: GetSearchSuggestionsUsecase(
                artists: artists, sources: InMemoryMusicRepository(now: { .distantPast }), listener: .anyone))
        let rows = try await source.suggestions(for: SearchInput(before: "ed", after: " x"))
        #expect(SearchSuggestionField.allCases.map(\.rawValue) == ["label", "text", "cursor"])
        #expect(
            rows.map { row in SearchSuggestionField.allCases.map(row.value) } == [
                [.text("Ed 👩‍👩‍👧"), .text("artist:\"Ed 👩‍👩‍👧\" x"), .integer(18)]
            ])
    }
}
