import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("A row of the list of sources")
struct SourceCellModelTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("a row shows name, kind, address, count and age")
    func showsTexts() {
        let row = row(count: 27_573, refreshed: now.addingTimeInterval(-180))
        #expect([row.name, row.kind, row.address] == ["home", "http", "https://example.com/songs.json"])
        #expect([row.countText, row.ageText] == ["27,573 songs", "3 minutes ago"])
    }

    @Test("a source that was never read completely says never")
    func showsNever() {
        let row = row(count: 0, refreshed: nil)
        #expect(row.ageText == "never")
        #expect(row.value(of: .refreshed) == .none)
    }

    @Test("a row without the current time shows the time of the last update")
    func showsTimeOfUpdate() {
        var source = Source(name: "home", kind: "http", address: "a", added: now)
        #expect(SourceCellModel(source).ageText == "never")
        source.refreshed = now
        #expect(SourceCellModel(source).ageText == "2023-11-14T22:13:20Z")
    }

    @Test("a row without a count has no value and no text for it")
    func hidesCount() {
        let row = row(count: nil, refreshed: now)
        #expect(row.countText.isEmpty && row.value(of: .count) == .none)
    }

    @Test("waiting changes of a source have a column of their own, if there are any")
    func countsWaitingChanges() {
        var source = Source(name: "home", kind: "test", address: "", added: now, waiting: 0)
        let idle = SourceCellModel(source)
        source.waiting = 1_200
        let waiting = SourceCellModel(source)
        #expect([idle, waiting].map(\.waitingText) == ["", "1,200 changes"])
        #expect([idle, waiting].map { $0.value(of: .waiting) } == [.integer(0), .integer(1_200)])
        let counts = [[idle], [idle, waiting]].map { SourceCellModel.table(of: $0).columns.count }
        #expect(counts[1] == counts[0] + 1)
    }

    @Test("every key has its value")
    func hasValues() {
        let expected: [FieldValue] = [
            .text("home"), .text("http"), .text("https://example.com/songs.json"), .integer(2),
            .text("2023-11-14T22:13:20Z"), .text("1970-01-01T00:00:00Z"),
        ]
        let noIssue: [FieldValue] = [.none, .none, .flag(false)]
        #expect(SourceField.allCases.map(row(count: 2, refreshed: now).value) == expected + [.none, .none] + noIssue)
        let lists = row(count: 2, refreshed: now, playlists: "https://example.com/lists.json")
        let address = FieldValue.text("https://example.com/lists.json")
        #expect(SourceField.allCases.map(lists.value) == expected + [address, .none] + noIssue)
    }

    @Test("the address of the playlists is shown without its query")
    func hidesQueryOfPlaylists() {
        let row = row(count: 1, refreshed: now, playlists: "https://example.com/lists.json?key=secret")
        #expect(row.playlists == "https://example.com/lists.json")
    }

    private func row(count: Int?, refreshed: Date?, playlists: String? = nil) -> SourceCellModel {
        let source = Source(
            name: "home", kind: "http", address: "https://example.com/songs.json", playlists: playlists,
            added: Date(timeIntervalSince1970: 0), refreshed: refreshed, count: count)
        return SourceCellModel(source, now: now)
    }
}
