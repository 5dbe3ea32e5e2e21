import FermataDomain
import Testing

@Suite("Names to suggest in place of an unknown one")
struct CloseNamesTests {
    private let names = ["Hunky Dory", "Hunky Chunky Dory", "Hunks", "Low", "Björk", "Fun House"]

    @Test("looks for words, the longest first, then their beginnings, at most eight parts")
    func namesParts() {
        #expect(CloseNames.parts(of: "hunky dori") == ["hunky", "dori", "hunk", "hun", "dor"])
        #expect(CloseNames.parts(of: "bjorg") == ["bjor", "bjo"])
        #expect(CloseNames.parts(of: "lo").isEmpty && CloseNames.parts(of: " ").isEmpty)
        #expect(CloseNames.parts(of: "abcdefghijklmnop").count == 8)
        #expect(CloseNames.parts(of: String(repeating: "a", count: 101)).isEmpty)
    }

    @Test(
        "suggests the names that contain the first part found, the most similar first",
        arguments: [
            ("hunky dori", ["Hunky Dory", "Hunky Chunky Dory"]), ("bjorg", ["Björk"]), ("fumhouse", []),
            ("hunz", ["Hunks", "Hunky Dory", "Hunky Chunky Dory"]), ("low", []),
        ])
    func suggests(typed: String, expected: [String]) async throws {
        let found = try await CloseNames.values(closeTo: typed, name: \.self) { part in
            names.filter { SortKey($0).text.contains(SortKey(part).text) }
        }
        #expect(found == expected)
    }

    @Test("ignores what was found by something else than its name")
    func ignoresOtherMatches() async throws {
        let found = try await CloseNames.values(closeTo: "deadbeef", name: \.self) { _ in ["Low"] }
        #expect(found.isEmpty)
    }

    @Test("suggests at most three names")
    func limitsNames() async throws {
        let found = try await CloseNames.values(closeTo: "song 12", name: \.self) { _ in (1...9).map { "Song \($0)" } }
        #expect(found.count == 3 && found.contains("Song 1"))
    }
}
