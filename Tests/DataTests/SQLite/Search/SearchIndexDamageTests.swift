import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("A damaged search index")
struct SearchIndexDamageTests {
    @Test(
        "fails a search instead of hiding songs",
        arguments: ["SET block = x'0000'", "SET block = x'0000FFFF'", "SET id = -id"])
    func failsSearch(damage: String) async throws {
        let path = try await TestLibrary(SampleMusic.all).path
        // The rows up to 10 describe the pages of the index.
        try change(path, "UPDATE music_search_data \(damage) WHERE id > 10")
        let damaged = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        for text in ["a", "david"] {
            await #expect(throws: LibraryError.damaged(path: path), "\(text)") {
                _ = try await damaged.count(MusicQuery(text: text))
            }
        }
    }
}
