import FermataPresentation
import Testing

@Suite("The removal of a source")
struct SourceRemovalModelTests {
    @Test("the question says whether bookmarked songs are removed too")
    func asksAboutBookmarkedSongs() {
        let questions = [true, false].map { SourceRemovalModel("radio", keepsBookmarked: $0).question }
        #expect(
            questions == [
                "Remove radio and all songs that came only from it, except bookmarked ones?",
                "Remove radio and all songs that came only from it, bookmarked ones included?",
            ])
    }

    @Test("the result names the source, or says that nothing was removed")
    func reportsResult() {
        let removal = SourceRemovalModel("radio", keepsBookmarked: true)
        #expect(removal.resultText(isRemoved: true) == "Removed radio.")
        #expect(removal.resultText(isRemoved: false) == "Nothing was removed.")
    }
}
