import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("The stars of a library on disk, after random changes, deliveries and reads")
struct RandomStarTests {
    private static let sources = ["radio", "home"]

    @Test("are those of StarState", arguments: 1...6)
    func equalStarState(seed: UInt64) async throws {
        var random = SeededGenerator(seed)
        let library = try await StarredLibrary(Self.sources, isShared: true)
        let stored = library.stars
        let model = InMemoryStarRepository(sources: Self.sources, keys: StarredLibrary.keys)
        // The changes that are being delivered, as each repository numbers them.
        var sent: [(source: String, stored: StarChange, expected: StarChange)] = []
        for step in 1...120 {
            let source = Self.sources.randomElement(using: &random) ?? ""
            let keys = StarredLibrary.keys.filter { _ in Bool.random(using: &random) }
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let isBookmarked = Bool.random(using: &random)
                try await library.set(isBookmarked, keys, source: "radio")
                for key in keys { model.setBookmark(isBookmarked, of: key) }
            case 2:
                let found = try await stored.beginDelivery(to: source, after: nil, limit: 9)
                let expected = try await model.beginDelivery(to: source, after: nil, limit: 9)
                #expect(found.map(\.key).sorted() == expected.map(\.key).sorted(), "step \(step)")
                for change in found {
                    guard let other = expected.first(where: { $0.key == change.key }) else { continue }
                    sent.append((source, change, other))
                }
            case 3, 4:
                let ended = sent.filter { $0.source == source && keys.contains($0.stored.key) }
                sent.removeAll { change in ended.contains { $0.stored == change.stored } }
                let isFailed = Bool.random(using: &random)
                let missing = Set(keys.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
                try await stored.endDelivery(Self.delivery(of: ended.map(\.stored), isFailed, missing), to: source)
                try await model.endDelivery(Self.delivery(of: ended.map(\.expected), isFailed, missing), to: source)
            default:
                let found = try await stored.apply(Set(keys), of: source, at: stored.revision(of: source))
                let expected = try await model.apply(Set(keys), of: source, at: model.revision(of: source))
                #expect(found == expected, "step \(step)")
            }
            for source in Self.sources {
                let expected = model.states(of: source).mapValues(Row.init)
                try #require(try await rows(of: source, in: library) == expected, "step \(step)")
            }
        }
    }

    private static func delivery(of changes: [StarChange], _ isFailed: Bool, _ missing: Set<String>) -> StarDelivery {
        var delivery = StarDelivery()
        if isFailed { delivery.failed = changes } else { delivery.delivered = changes }
        delivery.missing = missing
        return delivery
    }

    /// A state without the number of its change.
    private struct Row: Equatable {
        var isBookmarked: Bool
        var known: Bool?
        var delivery: Int?

        init(_ state: StarState) {
            (isBookmarked, known, delivery) = (state.isBookmarked, state.known, state.change?.delivery.rawValue)
        }
    }

    private func rows(of source: String, in library: StarredLibrary) async throws -> [String: Row] {
        try await DatabaseQueue(path: library.path, configuration: .patient).read { db in
            let rows = try GRDB.Row.fetchAll(
                db,
                sql: """
                    SELECT key, bookmarked, known, delivery FROM star JOIN record ON record.id = star.record
                        JOIN music USING (row) JOIN source ON source.id = star.source WHERE source.name = ?
                    """,
                arguments: [source])
            return Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    var value = Row(StarState(isBookmarked: row["bookmarked"], known: row["known"]))
                    value.delivery = row["delivery"]
                    return (row["key"], value)
                })
        }
    }
}
