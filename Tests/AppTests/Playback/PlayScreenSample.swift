import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import fermata

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
                setBookmark: SetBookmarkUsecase(repository: changedMusic, listener: .anyone), now: { Date() }),
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
