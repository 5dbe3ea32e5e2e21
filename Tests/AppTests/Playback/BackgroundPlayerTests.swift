import FermataApp
import FermataContracts
import FermataDomain
import Synchronization
import TestTraits
import Testing

@Suite("The player in the background")
struct BackgroundPlayerTests {
    @Test("starts a process, waits until it is ready, and performs the commands in order")
    func startsProcess() async throws {
        let control = BackgroundControl(requestsBeforeStart: 3)
        let status = try await control.player.start([.resume, .setVolume(50)])
        #expect(status == control.playing && control.launches == 1)
        #expect(control.commands == [.resume, .setVolume(50)])
    }

    @Test("starts nothing beside a program that plays")
    func refusesSecond() async throws {
        let control = BackgroundControl()
        _ = try await control.player.start([.resume])
        await #expect(throws: PlayerError.alreadyRunning) { _ = try await control.player.start([.resume]) }
        #expect(control.launches == 1 && control.commands == [.resume])
    }

    @Test("reports a process that never becomes ready")
    func reportsFailedStart() async throws {
        let control = BackgroundControl(requestsBeforeStart: .max)
        await #expect(throws: PlayerError.cannotStart) { _ = try await control.player.start([.resume]) }
        #expect(control.commands.isEmpty)
    }

    @Test("waits until music sounds, and reports why it does not")
    func waitsForSound() async throws {
        let sounding = PlayerStatus(state: .playing, elapsed: .seconds(1))
        let silent = PlayerStatus(state: .buffering)
        let control = BackgroundControl(playing: silent, later: [silent, sounding, PlayerStatus()])
        #expect(try await control.player.start([.resume]) == sounding)
        let failed = BackgroundControl(playing: silent, later: [PlayerStatus(failure: .player(.noSoundDevice))])
        await #expect(throws: PlayerError.noSoundDevice) { _ = try await failed.player.start([.resume]) }
        let paused = BackgroundControl(playing: PlayerStatus(state: .paused), later: [sounding])
        #expect(try await paused.player.start([.resume]).state == .paused)
    }

    @Test("reports a queue of which nothing plays")
    func reportsNothingPlayable() async throws {
        let control = BackgroundControl(playing: PlayerStatus())
        await #expect(throws: PlayerError.nothingPlayable) { _ = try await control.player.start([.resume]) }
    }
}

/// Controls a process that is ready after it was launched and asked some times.
final class BackgroundControl: PlayerControl {
    private struct State {
        var launches = 0
        var requests = 0
        var commands: [PlayerCommand] = []
        var later: [PlayerStatus]
    }

    let playing: PlayerStatus
    private let requestsBeforeStart: Int
    private let state: Mutex<State>

    /// `later` are the statuses after the first command, one for each request until the last one, which stays.
    init(
        requestsBeforeStart: Int = 0, playing: PlayerStatus = PlayerStatus(state: .playing), later: [PlayerStatus] = []
    ) {
        (self.requestsBeforeStart, self.playing) = (requestsBeforeStart, playing)
        state = Mutex(State(later: later.reversed()))
    }

    var launches: Int { state.withLock { $0.launches } }
    var commands: [PlayerCommand] { state.withLock { $0.commands } }

    /// The player, whose pauses end at once.
    var player: BackgroundPlayer {
        BackgroundPlayer(control: self, clock: SleeplessClock()) { self.state.withLock { $0.launches += 1 } }
    }

    func perform(_ command: PlayerCommand) async throws -> PlayerStatus {
        state.withLock { $0.commands.append(command) }
        return playing
    }

    func status() async throws -> PlayerStatus {
        try state.withLock { state in
            if state.launches > 0 { state.requests += 1 }
            if state.requests <= requestsBeforeStart { throw PlayerError.notRunning }
            if state.commands.isEmpty { return playing }
            return (state.later.count > 1 ? state.later.popLast() : state.later.last) ?? playing
        }
    }
}
