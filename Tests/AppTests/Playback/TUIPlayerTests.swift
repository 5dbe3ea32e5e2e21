import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing
import FermataApp

@Suite("The TUI's player", .timeLimit(.minutes(3)))
struct TUIPlayerTests {
    private typealias Sample = TUIPlayerSample

    @Test("sends commands to the program that plays, and shows what it plays")
    func controlsOtherProgram() async throws {
        let sample = Sample(other: PlayerStatus(state: .paused, queue: PlayQueue(Sample.ids)))
        await sample.start()
        try await waitUntil { sample.states.contains(.paused) }
        try await sample.player.perform(.next)
        try await sample.player.perform(.play(Sample.ids))
        #expect(sample.other.commands == [.next, .play(Sample.ids)])
        #expect(sample.starts == 0)
        try await sample.player.end()
    }

    @Test("plays itself if no other program plays")
    func playsWithoutOtherProgram() async throws {
        let sample = try await Sample.playing()
        try await sample.player.perform(.pause)
        try await waitUntil { sample.states.last == .paused }
        #expect(sample.starts == 1 && sample.isServing)
        #expect(sample.other.commands == [.play(Sample.ids)])
        #expect(sample.audio.messages.contains(.setPaused(true)))
        try await sample.player.end()
    }

    @Test(
        "ends with its queue or when it is stopped, so that another program can play",
        arguments: [nil, .stop, .next, .clear] as [PlayerCommand?])
    func endsWithQueue(command: PlayerCommand?) async throws {
        let sample = Sample()
        await sample.start()
        for count in 1...2 {
            try await sample.player.perform(.play([Sample.ids[0]]))
            try await waitUntil { sample.states.last == .playing }
            #expect(sample.starts == count)
            if let command { try await sample.player.perform(command) } else { sample.audio.finish() }
            try await waitUntil { !sample.isServing && sample.states.last == .stopped }
            #expect(sample.audio.messages.last == .close)
        }
        try await sample.player.perform(.setVolume(50))
        #expect(!sample.isServing)
        try await sample.player.end()
    }

    @Test("its music plays on in the background when it ends, and stops as it would")
    func playsOnInBackground() async throws {
        let sample = try await Sample.playing()
        try await sample.player.perform(.sleep(after: .seconds(90)))
        try await sample.player.perform(.stopAfterSong(true))
        try await sample.player.end(keepsPlaying: true)
        #expect(!sample.isServing && sample.audio.messages.last == .close)
        #expect(sample.background.commands == [.resume, .sleep(after: .seconds(120)), .stopAfterSong(true)])
    }

    @Test("paused music, and any without a request, ends with it; that of others stays")
    func startsNoNeedlessPlayer() async throws {
        let paused = try await Sample.playing()
        try await paused.player.perform(.pause)
        try await paused.player.end(keepsPlaying: true)
        let other = Sample(other: PlayerStatus(state: .playing, queue: PlayQueue(Sample.ids)))
        await other.start()
        try await other.player.end(keepsPlaying: true)
        let plain = try await Sample.playing()
        try await plain.player.end()
        for sample in [paused, other, plain] { #expect(sample.background.launches == 0) }
    }

    @Test("pauses while the program is stopped, and resumes what has played", arguments: [true, false])
    func pausesWhileStopped(isPlaying: Bool) async throws {
        let sample = try await Sample.playing()
        if !isPlaying { try await sample.player.perform(.pause) }
        #expect(await sample.player.pauseBeforeStop())
        #expect(await !sample.player.pauseBeforeStop())
        #expect(try await sample.player.data.status().isPaused)
        await sample.player.resumeAfterStop()
        #expect(try await sample.player.data.status().isPaused == !isPlaying)
        try await sample.player.perform(.pause)
        await sample.player.resumeAfterStop()
        #expect(try await sample.player.data.status().isPaused)
        try await sample.player.end()
    }

    @Test("stops even if it missed the start of its only song")
    func endsAfterMissedState() async throws {
        let (isReading, gate) = (Gate(), Gate())
        let stored = StoredPlayback(
            queue: PlayQueue(
                entries: [PlayQueue.Entry(number: 0, song: Sample.ids[0])], index: 0, repetition: .off,
                isShuffled: false))
        // The report of the stored song waits, so that later states are missed.
        let sample = Sample(
            stored: stored, unplayable: [2], open: { try await waitUntil { isReading.isOpen } },
            find: { prefix in
                guard prefix.range.contains(Sample.ids[0]) else { return }
                isReading.open()
                try await waitUntil { gate.isOpen }
            })
        sample.delaysEvents = true
        try await sample.player.perform(.play([Sample.ids[1]]))
        sample.audio.releaseEvents()
        try await waitUntil { try await sample.player.data.status().state == .stopped }
        gate.open()
        try await waitUntil { !sample.isServing }
    }

    @Test("reports a song at once, and again when its lyrics are loaded, even while paused")
    func reportsSongBeforeLyrics() async throws {
        let lyrics = GatedLyrics(.success(Lyrics([LyricLine("Still don't know")])))
        let sample = try await Sample.playing(lyrics: lyrics)
        try await sample.player.perform(.pause)
        try await waitUntil { sample.states.last == .paused }
        #expect(sample.lyricLines == [])
        lyrics.gate.open()
        try await waitUntil { sample.lyricLines == ["Still don't know"] }
        #expect(sample.states.last == .paused)
        try await sample.player.end()
    }

    @Test("reports the song of another program at once, and later its lyrics")
    func reportsOtherSongBeforeLyrics() async throws {
        let lyrics = GatedLyrics(.success(Lyrics([LyricLine("Still don't know")])))
        var queue = PlayQueue(Sample.ids)
        queue.move(toEntry: 1)
        let sample = Sample(other: PlayerStatus(state: .paused, queue: queue), lyrics: lyrics)
        await sample.start()
        try await waitUntil { sample.states.last == .paused }
        #expect(sample.lyricLines == [])
        lyrics.gate.open()
        try await waitUntil { sample.lyricLines == ["Still don't know"] }
        try await sample.player.end()
    }

    @Test("ends with its queue while a server sends no lyrics")
    func endsWithoutLyrics() async throws {
        let lyrics = GatedLyrics()
        let sample = Sample(lyrics: lyrics)
        await sample.start()
        try await sample.player.perform(.play([Sample.ids[0]]))
        try await waitUntil { sample.states.last == .playing && !lyrics.requested.isEmpty }
        sample.audio.finish()
        try await waitUntil { !sample.isServing && sample.states.last == .stopped }
        try await waitUntil { lyrics.cancelled == [Sample.ids[0]] }
        #expect(lyrics.requested == [Sample.ids[0]])
        try await sample.player.end()
    }

    @Test("reports its own status on request, even while paused")
    func reportsOwnStatusOnRead() async throws {
        let sample = try await Sample.playing()
        try await sample.player.perform(.pause)
        try await waitUntil { sample.states.last == .paused }
        let count = sample.states.count
        await sample.player.reportStatus()
        #expect(sample.states.count == count + 1 && sample.states.last == .paused)
        try await sample.player.end()
    }

    @Test("throws the error of a start that fails, and leaves no player", arguments: [true, false])
    func reportsFailedStart(isMissing: Bool) async throws {
        let error = isMissing ? PlayerError.notInstalled(program: "mpv") : .alreadyRunning
        let sample = isMissing ? Sample(open: { throw error }) : Sample(serve: { throw error })
        for count in 1...2 {
            await #expect(throws: error) { try await sample.player.perform(.play(Sample.ids)) }
            #expect(sample.starts == count && !sample.isServing)
            #expect(try await sample.player.data.status().state == .stopped)
        }
        #expect(sample.other.commands.count == 2)
        try await sample.player.end()
    }

    @Test("shows the stored queue while it starts")
    func showsQueueDuringStart() async throws {
        let gate = Gate()
        let sample = Sample(serve: {
            try await waitUntil { gate.isOpen }
            throw PlayerError.alreadyRunning
        })
        let command = Task { try await sample.player.perform(.play(Sample.ids)) }
        try await waitUntil { sample.starts == 1 }
        #expect(try await sample.player.data.status().state == .stopped)
        gate.open()
        await #expect(throws: PlayerError.alreadyRunning) { try await command.value }
    }

    @Test("stores the position at the end, and starts no player afterwards")
    func storesPositionAtEnd() async throws {
        let sample = Sample()
        await sample.start()
        try await sample.player.perform(.play(Sample.ids))
        sample.audio.play(from: .zero, to: .seconds(42))
        try await waitUntil { try await sample.player.data.status().elapsed == .seconds(42) }
        try await sample.player.end()
        #expect(!sample.isServing && sample.audio.messages.last == .close)
        let stored = try await sample.stored.load()
        #expect(stored.queue.current?.song == Sample.ids[0] && stored.elapsed == .seconds(42))
        await #expect(throws: PlayerError.notRunning) { try await sample.player.perform(.resume) }
        #expect(sample.starts == 1)
    }

    @Test("reports a skipped song even if the queue is not stored")
    func reportsSkippedSong() async throws {
        let error = LibraryError.cannotWrite(path: "a.db", .full)
        let sample = Sample(unplayable: [2], storeError: error)
        await sample.start()
        try await sample.player.perform(.play(Sample.ids))
        try await waitUntil { !sample.notices.isEmpty }
        try await sample.player.perform(.next)
        try await waitUntil { sample.notices.count == 2 }
        #expect(
            sample.notices == [
                "The queue is not stored. Cannot change the library a.db: the disk is full. "
                    + "Free disk space and try again. Stored music is unchanged.",
                "“Song 2” was skipped: its audio cannot be read.",
            ])
        try await sample.player.end()
    }

    @Test("reports why music has ended by itself")
    func reportsEndOfPlayer() async throws {
        let sample = try await Sample.playing()
        sample.audio.kill()
        try await waitUntil { !sample.isServing && sample.states.last == .stopped }
        #expect(sample.notices.count == 1 && sample.notices[0].contains("mpv"), "\(sample.notices)")
        #expect(try await sample.stored.load().queue.index == 0)
        try await sample.player.end()
    }
}

/// The TUI's player with fake audio players, one for each start.
final class TUIPlayerSample: Sendable {
    private struct State {
        var audio = FakePlayer()
        var delaysEvents = false
        var starts = 0
        var isServing = false
        var events: [TUIEvent] = []
    }

    static let ids = (1...3).map { MusicID(UInt64($0)) }

    let player: TUIPlayer
    let other: PlayerControlStub
    let stored: InMemoryPlaybackRepository
    let background = BackgroundControl()
    private let state: Shared

    private final class Shared: Sendable {
        let value = Mutex(State())
    }

    /// `other` is the status of another program. `serve` runs before the player accepts commands, `open` before it
    /// makes a fake player, and `find` before a song is found to be shown. Songs with `unplayable` numbers fail.
    /// Storing the queue of the local player fails with `storeError`.
    init(
        other status: PlayerStatus? = nil, lyrics: (any LyricsRepository)? = nil,
        stored playback: StoredPlayback = StoredPlayback(), unplayable: Set<Int> = [],
        storeError: (any Error)? = nil, serve: @escaping @Sendable () async throws -> Void = {},
        open: @escaping @Sendable () async throws -> Void = {},
        find: @escaping @Sendable (MusicIDPrefix) async throws -> Void = { _ in }
    ) {
        let songs = Self.ids.map { Music(id: $0, title: "Song \($0.value)", audioURL: "a", explicit: .clean) }
        let (music, library) = (MusicRepositoryStub(songs), InMemoryMusicRepository(now: { Date() }))
        let shownMusic = MusicRepositoryStub(songs, beforeFind: find)
        let (stored, state, background) = (InMemoryPlaybackRepository(playback), Shared(), background)
        let other = PlayerControlStub(status: status)
        let unplayable = Set(unplayable.map { AudioLocation.address("\(MusicID(UInt64($0)))") })
        (self.other, self.stored, self.state) = (other, stored, state)
        @Sendable func data(_ control: any PlayerControl) -> PlayerDataSource {
            PlayerDataSource(
                control: ControlPlayerUsecase(
                    control: control, playback: stored, music: shownMusic, listener: .anyone))
        }
        player = TUIPlayer(
            remote: data(other),
            lyrics: LyricsDataSource(
                getMusic: GetMusicUsecase(repository: music, sources: library, listener: .anyone),
                getLyrics: GetLyricsUsecase(
                    repository: lyrics ?? library, sources: library, listener: .anyone, remote: { _ in nil })),
            background: background.player,
            clock: ContinuousClock()
        ) {
            let playback = storeError.map { InMemoryPlaybackRepository(error: $0) } ?? stored
            let session = PlayMusicUsecase(music, playback: playback) {
                try await open()
                let player = FakePlayer(unplayable: unplayable)
                state.value.withLock { state in
                    if state.delaysEvents { player.delayEvents() }
                    state.audio = player
                }
                return player
            }
            let deliveries = DeliveryDataSource(
                deliverChanges: DeliverChangesUsecase(
                    outboxes: [], sources: library, listener: .anyone, clock: ContinuousClock()),
                changes: LibraryChangeObserverStub(), clock: ContinuousClock())
            let program = PlayerProgram(session: session, deliveries: deliveries) { body in
                state.value.withLock { $0.starts += 1 }
                try await serve()
                state.value.withLock { $0.isServing = true }
                defer { state.value.withLock { $0.isServing = false } }
                try await body()
            }
            return (program, data(session))
        }
    }

    /// The latest fake player.
    var audio: FakePlayer { state.value.withLock { $0.audio } }
    /// The number of times the player was started.
    var starts: Int { state.value.withLock { $0.starts } }
    /// Whether the player accepts commands, so that no other program can play.
    var isServing: Bool { state.value.withLock { $0.isServing } }

    /// Whether new fake players delay their events.
    var delaysEvents: Bool {
        get { state.value.withLock { $0.delaysEvents } }
        set { state.value.withLock { $0.delaysEvents = newValue } }
    }

    /// The states that the player reported.
    var states: [PlayerStatus.State] {
        state.value.withLock { $0.events }.compactMap {
            if case .playerChanged(let model, _) = $0 { model.state } else { nil }
        }
    }

    var notices: [String] {
        state.value.withLock { $0.events }.compactMap { if case .notice(let text) = $0 { text } else { nil } }
    }

    /// The lines of the lyrics that the player reported last.
    var lyricLines: [String] {
        for case .playerChanged(_, let lyrics) in state.value.withLock({ $0.events }).reversed() {
            return lyrics?.rows.map(\.text) ?? []
        }
        return []
    }

    func start() async {
        await player.start { [state] event in state.value.withLock { $0.events.append(event) } }
    }

    /// Starts a player of this program, which plays all songs.
    static func playing(lyrics: (any LyricsRepository)? = nil) async throws -> TUIPlayerSample {
        let sample = TUIPlayerSample(lyrics: lyrics)
        await sample.start()
        try await sample.player.perform(.play(ids))
        try await waitUntil { sample.states.last == .playing }
        return sample
    }
}
