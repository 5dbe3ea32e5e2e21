import FermataContracts
import FermataDomain
import Testing

@Suite("Events of the player that arrive late", .timeLimit(.minutes(3)))
struct LatePlayerEventTests {
    private typealias Sample = PlaybackSample

    @Test("ignores positions of the earlier song that arrive late")
    func ignoresLatePositions() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.delayEvents()
        sample.player.play(from: .seconds(50), to: .seconds(50))
        try await sample.perform(.next)
        #expect(try await sample.session.status().elapsed == .zero)
        sample.player.releaseEvents()
        try await sample.wait(forSong: 2)
        #expect(try await sample.session.status().elapsed == .zero)
        #expect(try await sample.stored.load().elapsed == .zero)
    }

    @Test("a prepared song that starts while it is replaced is the current one")
    func acceptsEarlierNext() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.delayEvents()
        sample.player.finish()
        try await sample.perform(.setRepetition(.one))
        sample.player.releaseEvents()
        try await sample.wait(forSong: 2)
        #expect(try await sample.session.status().queue.repetition == .one)
    }

    @Test(
        "replaces a prepared song that starts or fails after its removal from the queue",
        arguments: [[], [2]] as [Set<Int>])
    func replacesRemovedNext(unplayable: Set<Int>) async throws {
        let sample = Sample(unplayable: unplayable)
        try await sample.perform(.play([1, 2, 4].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        sample.player.delayEvents()
        sample.player.finish()
        try await sample.perform(.remove(entries: [2]))
        sample.player.releaseEvents()
        try await sample.wait(forSong: 4)
        #expect(sample.player.loaded == ["1", "4"])
    }

    @Test("ends after the last song if a removed one has started meanwhile")
    func endsAfterRemovedNext() async throws {
        let sample = Sample()
        try await sample.perform(.play([1, 2].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        try await sample.player.finish {
            // A later position shows that the end of the song was handled.
            sample.player.play(from: .seconds(7), to: .seconds(7))
            try await sample.wait { $0.elapsed == .seconds(7) }
            try await sample.perform(.remove(entries: [2]))
        }
        try await sample.wait { $0.state == .stopped }
        #expect(sample.player.messages.last == .stop)
    }

    @Test("stops a removed song that has started if the next one cannot be looked up")
    func stopsStartedSong() async throws {
        let error = LibraryError.damaged(path: "library")
        let sample = Sample(failures: [MusicID(4): error])
        try await sample.perform(.play([1, 2, 4].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        sample.player.delayEvents()
        sample.player.finish()
        try await sample.perform(.remove(entries: [2]))
        sample.player.releaseEvents()
        try await sample.wait { $0.failure == .library(error) }
        #expect(sample.player.messages.last == .stop)
    }
}
