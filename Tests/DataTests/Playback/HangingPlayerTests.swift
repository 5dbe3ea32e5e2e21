import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite("A player that hangs", .timeLimit(.minutes(3)))
struct HangingPlayerTests {
    private static let song = Music(id: MusicID(1), title: "Silence", audioURL: "https://example.org/1")

    @Test(
        "ends with an error and is killed; playing continues at the position",
        arguments: [PlayerCommand.pause, .seek(to: .seconds(3)), .next])
    func replacesHangingPlayer(command: PlayerCommand) async throws {
        let folder = MusicFolder()
        try folder.write(SilentAudio.wav(seconds: 30), to: "a.wav")
        try writeExecutable("#!/bin/sh\necho $$ > \"$0.pid\"\nexec mpv \"$@\"\n", to: folder.path + "/mpv")
        let (clock, stored) = (SkippableClock(), InMemoryPlaybackRepository())
        let session = Self.session(folder, stored, clock)
        let task = Task { try await session.execute() }
        _ = try await session.perform(.play([Self.song.id, Self.song.id], repetition: .all))
        try await Self.wait(for: session) { $0.state == .playing && $0.elapsed > .milliseconds(300) }

        let hanging = try Self.playerID(in: folder)
        Self.stop(hanging)
        clock.skip()
        await #expect(throws: PlayerError.notResponding) { _ = try await session.perform(command) }
        try await waitUntil { kill(hanging, 0) != 0 }
        try await Self.wait(for: session) { $0.state == .stopped && $0.failure != nil }
        let stopped = try await session.status()
        let isSkip = command == .next
        #expect(stopped.queue.index == (isSkip ? 1 : 0))
        #expect((stopped.elapsed > .milliseconds(300)) != isSkip)
        #expect(try await stored.load().queue == stopped.queue)
        #expect(try await stored.load().elapsed == stopped.elapsed)

        clock.pause()
        _ = try await session.perform(.resume)
        try await Self.wait(for: session) { $0.state == .playing && $0.elapsed >= stopped.elapsed }
        #expect(try await session.status().queue == stopped.queue)
        #expect(try Self.playerID(in: folder) != hanging)
        task.cancel()
        try await task.value
    }

    private static func session(
        _ folder: MusicFolder, _ stored: InMemoryPlaybackRepository, _ clock: SkippableClock
    ) -> PlayMusicUsecase {
        let music = MusicRepositoryStub([song])
        let history = InMemoryHistoryRepository(music: music)
        let environment = ProcessInfo.processInfo.environment
        let path = folder.path + "/a.wav"
        return PlayMusicUsecase(
            getAudio: GetAudioUsecase(
                music: music, stored: [StoredAudioRepositoryStub.files(at: { _ in path })],
                remote: AudioRepositoryStub(), listener: .anyone),
            addresses: UnavailableAudioServer(), playback: stored,
            recordPlay: RecordPlayUsecase(music: music, history: history, listener: .anyone, now: { Date() }),
            now: { Date() }, clock: ContinuousClock(),
            makePlayer: {
                try await MPVPlayer(
                    program: folder.path + "/mpv", output: "null", environment: environment, clock: clock)
            })
    }

    private static func playerID(in folder: MusicFolder) throws -> pid_t {
        let text = try String(contentsOfFile: folder.path + "/mpv.pid", encoding: .utf8)
        return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// Stops a child process and waits until it can no longer respond.
    private static func stop(_ child: pid_t) {
        kill(child, SIGSTOP)
        var information = siginfo_t()
        waitid(P_PID, id_t(child), &information, WSTOPPED | WNOWAIT)
    }

    private static func wait(for session: PlayMusicUsecase, until condition: (PlayerStatus) -> Bool) async throws {
        for await status in session.statuses() where condition(status) { return }
        Issue.record("The session ended.")
    }
}

/// A clock whose sleeps end only while a test skips them.
private final class SkippableClock: Clock {
    private let isSkipping = Atomic(false)
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func skip() { isSkipping.store(true, ordering: .sequentiallyConsistent) }

    func pause() { isSkipping.store(false, ordering: .sequentiallyConsistent) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await waitUntil { isSkipping.load(ordering: .sequentiallyConsistent) }
    }
}

private struct UnavailableAudioServer: AudioServer {
    func address(of song: MusicID) async throws(PlayerError) -> String { throw .cannotServeAudio }
}
