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
    }

    let playing: PlayerStatus
    private let requestsBeforeStart: Int
    private let state = Mutex(State())

    init(requestsBeforeStart: Int = 0, playing: PlayerStatus = PlayerStatus(state: .playing)) {
        (self.requestsBeforeStart, self.playing) = (requestsBeforeStart, playing)
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
        let isReady = state.withLock { state in
            if state.launches > 0 { state.requests += 1 }
            return state.requests > requestsBeforeStart
        }
        if !isReady { throw PlayerError.notRunning }
        return playing
    }
}
