import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Synchronization
import TestTraits
import fermata

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
        let (stored, state) = (InMemoryPlaybackRepository(playback), Shared())
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
