import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Sending ratings to the sources that store them")
struct RatingDeliveryTests {
    private let ratings = InMemoryRatingRepository(sources: ["home"], keys: ["a", "b", "c"])

    @Test("sends consecutive changes to one rating together, in order, and verifies them")
    func groupsChanges() async throws {
        let remote = InMemoryRemoteRatingRepository(songs: ["a", "b", "c"], ratings: ["c": .one])
        for (key, rating) in [("a", Rating.four), ("b", .four), ("c", .two)] {
            ratings.set(rating, of: key, in: "home")
        }
        try await ratings.sendChanges(to: "home", through: remote)
        #expect(remote.received == [.rate(.four, ["a", "b"]), .rate(.two, ["c"]), .read(["a", "b", "c"])])
        #expect(remote.ratings == ["a": .four, "b": .four, "c": .two])
        #expect(ratings.states(of: "home")["c"] == RatingState(.two, known: .two))
    }

    @Test("a song that the source no longer has waits no longer, and its rating stays")
    func endsChangeOfMissingSong() async throws {
        ratings.set(.four, of: "a", in: "home")
        try await ratings.sendChanges(to: "home", through: InMemoryRemoteRatingRepository(songs: []))
        #expect(ratings.states(of: "home")["a"] == RatingState(.four, known: .some(nil)))
    }

    @Test("a rating that changes while it is sent is sent again")
    func sendsLaterChange() async throws {
        let remote = InMemoryRemoteRatingRepository(songs: ["a"]) { [ratings] message in
            if message == .rate(.four, ["a"]) { ratings.set(.one, of: "a", in: "home") }
        }
        ratings.set(.four, of: "a", in: "home")
        try await ratings.sendChanges(to: "home", through: remote)
        #expect(remote.ratings == ["a": .one])
        #expect(try await ratings.waiting().isEmpty)
    }

    @Test("an outbox sends ratings, and a source without ratings gets none", arguments: [true, false])
    func outboxSendsRatings(hasRatings: Bool) async throws {
        let library = InMemoryMusicRepository(now: { Date() })
        try await library.add(Source(name: "home", kind: "test", address: "", added: Date()))
        let remote = InMemoryRemoteRatingRepository(songs: ["a"])
        ratings.set(.five, of: "a", in: "home")
        let deliver = DeliverChangesUsecase(
            outboxes: [.ratings(ratings) { _ in hasRatings ? remote : nil }], sources: library, listener: .anyone,
            clock: ContinuousClock())
        let waiting = try await deliver.execute()
        #expect(waiting == (hasRatings ? [] : [WaitingChanges(source: "home", count: 1)]))
        #expect(remote.ratings == (hasRatings ? ["a": .five] : [:]))
    }
}
