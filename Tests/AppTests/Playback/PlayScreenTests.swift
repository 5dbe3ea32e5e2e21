import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import TestServer
import TestTraits
import Testing
import FermataApp

@Suite("The screen of play", .timeLimit(.minutes(3)))
struct PlayScreenTests {
    private typealias Sample = PlayScreenSample
    private static let waitingNotice = "1 change waits for “home”. Fermata sends it with the next sync."

    @Test("shows the time and the end of the music while a server sends no lyrics")
    func playsWithoutLyrics() async throws {
        let lyrics = GatedLyrics()
        let sample = try await Sample(lyrics: lyrics)
        try await sample.play {
            sample.press("l")
            try await sample.playSeconds()
            try await waitUntil { lyrics.requested == [Sample.ids[0]] }
            sample.press("n", "n", "n")
        }
        #expect(sample.output.text.contains("♪"))
    }

    @Test("shows the line that is sung as soon as lyrics are loaded, even while paused")
    func showsLoadedLyrics() async throws {
        let lyrics = GatedLyrics(.success(Lyrics([LyricLine(time: .zero, "Still don't know")])))
        let sample = try await Sample(lyrics: lyrics)
        try await sample.play {
            sample.press(" ")
            try await sample.output.wait(for: "⏸")
            sample.press("l")
            try await waitUntil { lyrics.requested == [Sample.ids[0]] }
            #expect(!sample.output.text.contains("Still"))
            lyrics.gate.open()
            try await sample.output.wait(for: "♪ Still don't know")
            sample.press("q")
        }
    }

    @Test("requests the lyrics of a song once even if that fails, and again after l")
    func requestsLyricsOnce() async throws {
        let lyrics = GatedLyrics(.failure(LibraryError.busy(path: "a.db")))
        lyrics.gate.open()
        let sample = try await Sample(lyrics: lyrics)
        try await sample.play {
            sample.press("l")
            try await sample.playSeconds()
            try await waitUntil { !lyrics.requested.isEmpty }
            #expect(lyrics.requested == [Sample.ids[0]])
            sample.press("n")
            try await waitUntil { lyrics.requested.count == 2 }
            sample.press("l", "l")
            try await waitUntil { lyrics.requested.count == 3 }
            #expect(lyrics.requested == [Sample.ids[0], Sample.ids[1], Sample.ids[1]])
            sample.press("q")
        }
    }

    @Test("cancels the request for lyrics with its song, and at the end")
    func cancelsRequestForLyrics() async throws {
        let lyrics = GatedLyrics()
        let sample = try await Sample(lyrics: lyrics)
        try await sample.play {
            sample.press("l")
            try await waitUntil { lyrics.requested == [Sample.ids[0]] }
            sample.press("n")
            try await waitUntil { lyrics.requested == [Sample.ids[0], Sample.ids[1]] }
            try await waitUntil { lyrics.cancelled == [Sample.ids[0]] }
            sample.press("q")
        }
        try await waitUntil { lyrics.cancelled == [Sample.ids[0], Sample.ids[1]] }
    }

    @Test("a problem of the library is a message, and the music continues", arguments: ["b", "n"] as [TUIKey])
    func continuesAfterError(key: TUIKey) async throws {
        let sample = try await Sample(failure: LibraryError.busy(path: "a.db"))
        try await sample.play {
            sample.press(key)
            try await sample.output.wait(for: "Another program is changing the library a.db.")
            sample.press(" ")
            try await sample.output.wait(for: "⏸ 0:00 / 1:40  Song 1")
            sample.press("q")
        }
    }

    @Test("a damaged library ends the music", arguments: ["b", "n"] as [TUIKey])
    func endsWithDamagedLibrary(key: TUIKey) async throws {
        let error = LibraryError.damaged(path: "a.db")
        let sample = try await Sample(failure: error)
        await #expect(throws: error) { try await sample.play { sample.press(key) } }
    }

    @Test("keys work while a bookmark is sent, and then a message says that it waits")
    func sendsBookmarkInBackground() async throws {
        let gate = Gate()
        let stars = InMemoryRemoteStarRepository(songs: ["1"]) { _ in
            try await waitUntil { gate.isOpen }
            throw SourceFailure(.connectionRefused, address: "")
        }
        let sample = try await Sample(stars: stars)
        try await sample.play {
            sample.press("b", " ")
            try await sample.output.wait(for: "⏸")
            #expect(sample.output.text.contains("Bookmarked “Song 1”."))
            #expect(!sample.output.text.contains(Self.waitingNotice))
            gate.open()
            try await sample.output.wait(for: Self.waitingNotice)
            sample.press("q")
        }
        #expect(sample.output.text.ranges(of: Self.waitingNotice).count == 1)
    }

    @Test("ends at once while a bookmark is sent, and says that it waits")
    func endsWhileBookmarkIsSent() async throws {
        let gate = Gate()
        let stars = InMemoryRemoteStarRepository(songs: ["1"]) { _ in try await waitUntil { gate.isOpen } }
        let sample = try await Sample(stars: stars)
        try await sample.play {
            sample.press("b")
            try await waitUntil { stars.received == [.star(["1"])] }
            sample.press("q")
        }
        #expect(sample.output.text.ranges(of: Self.waitingNotice).count == 1)
    }

    @Test("says once that the queue is not stored")
    func namesUnstoredQueue() async throws {
        let error = LibraryError.cannotWrite(path: "a.db", .full)
        let sample = try await Sample(playback: InMemoryPlaybackRepository(error: error))
        try await sample.play {
            try await sample.playSeconds()
            sample.press("q")
        }
        let notice = "The queue is not stored. Cannot change the library a.db: "
        #expect(sample.output.text.ranges(of: notice).count == 1)
    }

    @Test("throws the error that ended the music, and does not print it")
    func throwsEndingError() async throws {
        let error = LibraryError.cannotWrite(path: "a.db", .full)
        let sample = try await Sample(playback: InMemoryPlaybackRepository(error: error))
        await #expect(throws: PlayerError.ended) { try await sample.play { sample.audio.kill() } }
        #expect(!sample.output.text.contains("ended unexpectedly"))
    }
}

/// The screen of `play` on a terminal, with a fake player of three songs, and keys that a test presses.
final class PlayScreenSample: Sendable {
    static let ids = (1...3).map { MusicID(UInt64($0)) }

    let audio = FakePlayer()
    /// What the terminal has received.
    let output = CapturedOutput()
    private let session: PlayMusicUsecase
    private let screen: PlayScreen
    private let continuation: AsyncStream<TUIKey>.Continuation

    /// Bookmarks, and reading the second song, fail with `failure`. A changed bookmark waits for the source `home`,
    /// whose stars are `stars`; no time limit ends.
    init(
        lyrics: (any LyricsRepository)? = nil, failure: (any Error)? = nil,
        playback: InMemoryPlaybackRepository = InMemoryPlaybackRepository(),
        stars: InMemoryRemoteStarRepository? = nil
    ) async throws {
        let songs = Self.ids.map { Music(id: $0, title: "Song \($0.value)", audioURL: "a", explicit: .clean) }
        let (music, library) = (MusicRepositoryStub(songs), InMemoryMusicRepository(now: { Date() }))
        try await library.add(Source(name: "home", kind: "test", address: "", added: Date()))
        // Looking up the audio of the second song throws the failure.
        let stored = StoredAudioRepositoryStub { music in
            if let failure, music.id == Self.ids[1] { throw failure }
            return nil
        }
        session = PlayMusicUsecase(music, stored: [stored], playback: playback) { [audio] in audio }
        let changedMusic = MusicRepositoryStub(songs, error: failure)
        let keys: AsyncStream<TUIKey>
        (keys, continuation) = AsyncStream.makeStream()
        screen = PlayScreen(
            session,
            PlayerDataSource(
                control: ControlPlayerUsecase(
                    control: session, playback: playback, music: music, listener: .anyone)),
            music: MusicListDataSource(
                getMusic: GetMusicUsecase(repository: changedMusic, sources: library, listener: .anyone),
                getRecords: GetMusicRecordsUsecase(repository: MusicRecordRepositoryStub(), listener: .anyone),
                setBookmark: SetBookmarkUsecase(repository: changedMusic, listener: .anyone),
                rate: RateMusicUsecase(repository: changedMusic, listener: .anyone), now: { Date() }),
            lyrics: LyricsDataSource(
                getMusic: GetMusicUsecase(repository: music, sources: library, listener: .anyone),
                getLyrics: GetLyricsUsecase(
                    repository: lyrics ?? library, sources: library, listener: .anyone, remote: { _ in nil })),
            deliveries: DeliveryDataSource(
                deliverChanges: DeliverChangesUsecase(
                    outboxes: [.stars(StarRepositoryStub(["home": ["1"]])) { _ in stars }], sources: library,
                    listener: .anyone, clock: StoppedClock()),
                changes: LibraryChangeObserverStub(), clock: StoppedClock()),
            console: Console(output: CapturedOutput(), errors: output, progressSize: { (columns: 80, rows: 24) }),
            keys: keys)
    }

    func press(_ keys: TUIKey...) {
        for key in keys { continuation.yield(key) }
    }

    /// Plays the songs, and runs a body while the screen is shown. Returns when the screen has ended.
    func play(_ body: () async throws -> Void) async throws {
        let playing = Task { [session] in try await session.execute() }
        defer { playing.cancel() }
        _ = try await session.perform(.play(Self.ids))
        let showing = Task { [screen] in try await screen.show() }
        defer { showing.cancel() }
        try await body()
        try await showing.value
    }

    /// Plays the first nine seconds of the song, and waits for each to be shown.
    func playSeconds() async throws {
        for second in 1...9 {
            audio.play(from: .seconds(second), to: .seconds(second))
            try await output.wait(for: "0:0\(second) / 1:40")
        }
    }
}

/// A clock that never advances, so that its sleeps end only with their task.
private struct StoppedClock: Clock {
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await Task.sleep(for: .seconds(3_600))
    }
}
