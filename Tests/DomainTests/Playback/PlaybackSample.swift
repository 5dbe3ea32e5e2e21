import FermataContracts
import FermataDomain
import Foundation
import Testing

/// A session that plays songs with a fake player.
final class PlaybackSample: Sendable {
    static let songs = (1...5).map { number in
        Music(
            id: MusicID(UInt64(number)), title: "Song \(number)", audioURL: "https://example.org/\(number)",
            explicit: number == 3 ? .explicit : .clean)
    }
    static let ids = songs.map(\.id)

    let player: FakePlayer
    let stored: InMemoryPlaybackRepository
    let history: InMemoryHistoryRepository
    let time: TestTime
    let session: PlayMusicUsecase
    private let task: Task<Void, any Error>

    /// The songs with the numbers `unplayable` fail in the player; looking up those of `failures` throws an error.
    init(
        age: Int? = nil, stored: InMemoryPlaybackRepository = InMemoryPlaybackRepository(),
        unplayable: Set<Int> = [], failures: [MusicID: any Error] = [:], music: [Music] = songs,
        time: TestTime = TestTime(), clock: any Clock<Duration> = ContinuousClock(), place: PlayerPlace = .play,
        makePlayer: (@Sendable () throws -> any Player)? = nil
    ) {
        let player = FakePlayer(unplayable: Set(unplayable.map { .address("https://example.org/\($0)") }))
        let repository = MusicRepositoryStub(music)
        let history = InMemoryHistoryRepository(music: repository)
        let listener = Listener(age: age)
        let files = StoredAudioRepositoryStub.files(at: { music in
            if let failure = failures[music.id] { throw failure }
            return music.isDownloaded ? "/music/\(music.title)" : nil
        })
        let session = PlayMusicUsecase(
            getAudio: GetAudioUsecase(
                music: repository, stored: [files], remote: AudioRepositoryStub(), listener: listener),
            addresses: AddressesOfSongs(), playback: stored,
            recordPlay: RecordPlayUsecase(
                music: repository, history: history, listener: listener, now: { time.now }),
            now: { time.now }, clock: clock, place: place, makePlayer: { try makePlayer?() ?? player })
        (self.player, self.stored, self.history, self.session) = (player, stored, history, session)
        self.time = time
        task = Task { try await session.execute() }
    }

    deinit { task.cancel() }

    @discardableResult
    func perform(_ command: PlayerCommand) async throws -> PlayerStatus { try await session.perform(command) }

    /// Waits until the session is in a state.
    func wait(
        until condition: @Sendable (PlayerStatus) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for await status in session.statuses() where condition(status) { return }
        Issue.record("The session ended.", sourceLocation: sourceLocation)
    }

    /// Waits until a song plays and the player knows the next one.
    func wait(forSong number: UInt64) async throws {
        try await wait { $0.song == MusicID(number) && $0.state == .playing && $0.duration != nil }
        _ = try await session.status()
    }

    /// Ends the session as a program does when it exits.
    func end() async throws {
        task.cancel()
        try await task.value
    }
}

private struct AddressesOfSongs: AudioServer {
    func address(of song: MusicID) async throws(PlayerError) -> String { "https://example.org/\(song.value)" }
}

extension FakePlayer {
    /// The numbers of the songs that were loaded by address.
    var loaded: [String] {
        messages.compactMap {
            guard case .load(.address(let address), _, _) = $0 else { return nil }
            return address.replacing("https://example.org/", with: "")
        }
    }
}
