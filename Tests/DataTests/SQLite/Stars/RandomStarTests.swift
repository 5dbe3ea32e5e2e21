import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("Stars of a library on disk, after random changes, deliveries, reads and syncs")
struct RandomStarTests {
    private static let sources = ["radio", "home"]

    @Test("are those of AnnotationState", arguments: 1...6)
    func equalAnnotationState(seed: UInt64) async throws {
        var random = SeededGenerator(seed)
        let library = try await StarredLibrary(Self.sources, isShared: true)
        for source in Self.sources { _ = try await library.music.refresh(source, with: Self.songs()) }
        let stored = library.stars
        let model = InMemoryStarRepository(sources: Self.sources, keys: StarredLibrary.keys)
        // The songs of `home` that are not those of `radio`.
        var ownKeys: Set<String> = []
        // The changes that are being delivered, as each repository numbers them.
        var sent: [(source: String, stored: StarChange, expected: StarChange)] = []
        for step in 1...120 {
            let source = Self.sources.randomElement(using: &random) ?? ""
            let keys = StarredLibrary.keys.filter { _ in Bool.random(using: &random) }
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                let isBookmarked = Bool.random(using: &random)
                // A shared song has the id of its first record, that of `radio`.
                let changed = source == "home" ? keys.filter(ownKeys.contains) : keys
                try await library.set(isBookmarked, changed, source: source)
                for key in changed { model.set(isBookmarked, of: key, in: source) }
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
            case 5:
                for key in keys {
                    if ownKeys.contains(key) { model.join(key, of: "home") } else { model.separate(key, of: "home") }
                }
                ownKeys.formSymmetricDifference(keys)
                _ = try await library.music.refresh("home", with: Self.songs(own: ownKeys))
            case 6:
                // Another address may be that of another server.
                try await library.move(source, to: "test:\(source) \(step)")
                model.forget(source)
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

    /// The songs of a source, those with the given keys as recordings of its own.
    private static func songs(own keys: Set<String> = []) -> [RemoteMusic] {
        StarredLibrary.songs(of: "").enumerated().map { number, song in
            var song = song
            if keys.contains(song.key) {
                song.title += "live"
            } else {
                song.recording = MusicBrainzID(SIMD16(repeating: UInt8(number + 1)))
            }
            return song
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
            (isBookmarked, known, delivery) = (state.value, state.known, state.change?.delivery.rawValue)
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
                    var value = Row(StarState(row["bookmarked"], known: row["known"]))
                    value.delivery = row["delivery"]
                    return (row["key"], value)
                })
        }
    }
}

extension StarredLibrary {
    /// Changes the address of a source.
    fileprivate func move(_ name: String, to address: String) async throws {
        var source = try #require(try await sources.sources().first { $0.name == name })
        source.address = address
        try await sources.update(name, to: source)
    }
}
