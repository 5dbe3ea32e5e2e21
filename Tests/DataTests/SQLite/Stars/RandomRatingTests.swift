import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("The ratings of a library on disk, after random changes, deliveries and reads")
struct RandomRatingTests {
    private static let sources = ["radio", "home"]
    private static let ratings: [Rating?] = [nil, nil, .one, .three, .five]

    @Test("are those of AnnotationState", arguments: 1...6)
    func equalAnnotationState(seed: UInt64) async throws {
        var random = SeededGenerator(seed)
        let library = try await StarredLibrary(Self.sources, isShared: true)
        let stored = library.ratings
        let model = InMemoryRatingRepository(sources: Self.sources, keys: StarredLibrary.keys)
        for source in Self.sources { model.readRecords(Self.unrated, of: source) }
        // The changes that are being delivered, as each repository numbers them.
        var sent: [(source: String, stored: RatingChange, expected: RatingChange)] = []
        for step in 1...120 {
            let source = Self.sources.randomElement(using: &random) ?? ""
            let keys = StarredLibrary.keys.filter { _ in Bool.random(using: &random) }
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1:
                let rating = Self.ratings.randomElement(using: &random) ?? nil
                try await library.rate(rating, keys, source: "radio")
                for key in keys { model.set(rating, of: key, in: source) }
            case 2:
                let found = try await stored.beginDelivery(to: source, after: nil, limit: 9)
                let expected = try await model.beginDelivery(to: source, after: nil, limit: 9)
                #expect(found.map(\.key).sorted() == expected.map(\.key).sorted(), "step \(step)")
                for change in found {
                    guard let other = expected.first(where: { $0.key == change.key }) else { continue }
                    #expect(change.value == other.value)
                    sent.append((source, change, other))
                }
            case 3, 4:
                let ended = sent.filter { $0.source == source && keys.contains($0.stored.key) }
                sent.removeAll { change in ended.contains { $0.stored == change.stored } }
                let isFailed = Bool.random(using: &random)
                let missing = Set(keys.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
                try await stored.endDelivery(Self.delivery(of: ended.map(\.stored), isFailed, missing), to: source)
                try await model.endDelivery(Self.delivery(of: ended.map(\.expected), isFailed, missing), to: source)
            case 5:
                let read = Self.ratings(of: keys, &random)
                let found = try await stored.apply(read, of: source, at: stored.revision(of: source))
                let expected = try await model.apply(read, of: source, at: model.revision(of: source))
                #expect(found && expected, "step \(step)")
            default:
                let read = Self.ratings(of: StarredLibrary.keys, &random)
                try await library.refresh(source, read, isShared: true)
                model.readRecords(read, of: source)
            }
            for source in Self.sources {
                let expected = model.states(of: source).mapValues(Row.init)
                try #require(try await rows(of: source, in: library) == expected, "step \(step)")
            }
        }
    }

    private static let unrated = ratings(of: StarredLibrary.keys) { nil }

    private static func ratings(of keys: [String], _ random: inout SeededGenerator) -> [String: Rating?] {
        ratings(of: keys) { Self.ratings.randomElement(using: &random) ?? nil }
    }

    private static func ratings(of keys: [String], _ rating: () -> Rating?) -> [String: Rating?] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0, rating()) })
    }

    private static func delivery(
        of changes: [RatingChange], _ isFailed: Bool, _ missing: Set<String>
    ) -> RatingDelivery {
        var delivery = RatingDelivery()
        if isFailed { delivery.failed = changes } else { delivery.delivered = changes }
        delivery.missing = missing
        return delivery
    }

    /// A state without the number of its change; 0 is no rating.
    private struct Row: Equatable {
        var rating: Int
        var known: Int?
        var delivery: Int?

        init(rating: Int, known: Int?, delivery: Int?) {
            (self.rating, self.known, self.delivery) = (rating, known, delivery)
        }

        init(_ state: RatingState) {
            self.init(
                rating: state.value?.rawValue ?? 0, known: state.known.map { $0?.rawValue ?? 0 },
                delivery: state.change?.delivery.rawValue)
        }
    }

    private func rows(of source: String, in library: StarredLibrary) async throws -> [String: Row] {
        try await DatabaseQueue(path: library.path, configuration: .patient).read { db in
            let rows = try GRDB.Row.fetchAll(
                db,
                sql: """
                    SELECT key, ifnull(rating, 0) AS rating, known_rating, rating_delivery FROM star
                        JOIN record ON record.id = star.record
                        JOIN music USING (row) JOIN source ON source.id = star.source WHERE source.name = ?
                    """,
                arguments: [source])
            return Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    (
                        row["key"],
                        Row(rating: row["rating"], known: row["known_rating"], delivery: row["rating_delivery"])
                    )
                })
        }
    }
}
