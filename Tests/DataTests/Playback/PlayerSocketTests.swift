import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Controlling a player from another program", .timeLimit(.minutes(1)))
final class PlayerSocketTests: Sendable {
    /// Short: socket paths are limited.
    private let folder = "/tmp/fermata-\(UUID().uuidString.prefix(8))"
    private let ids = [MusicID(7), MusicID(8)]

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test("hands every command to the player and returns its status")
    func performsCommands() async throws {
        let commands: [PlayerCommand] = [
            .play(ids, repetition: .all, seed: 3), .play([], seed: nil), .resume, .pause, .toggle, .next, .previous,
            .seek(to: .milliseconds(61_500)), .seekBy(.seconds(-5)), .setVolume(30), .changeVolume(-7),
            .setRepetition(.one), .shuffle(seed: 9), .shuffle(seed: nil), .add(ids), .playEntry(number: 1),
            .removeEntry(number: 0), .clear, .stop,
        ]
        var queue = PlayQueue(ids, repetition: .one)
        queue.shuffle(seed: 1)
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: queue))
        queue.move(toEntry: 1)
        let status = PlayerStatus(
            state: .buffering, queue: queue, elapsed: .milliseconds(1_234), duration: .seconds(9), volume: 55,
            skipped: SkippedSong(MusicID(9), .noAudio))
        let control = PlayerControlStub(status: status)
        let client = SocketPlayerControl(at: socket, playback: stored, clock: ContinuousClock(), now: { Date() })
        try await PlayerSocketServer(at: socket, controlling: control, now: { Date() }).run {
            for command in commands {
                let returned = try await client.perform(command)
                #expect(returned == status)
            }
            let returned = try await client.status()
            #expect(returned == status)
        }
        #expect(control.commands == commands)
    }

    @Test(
        "returns the errors of the player",
        arguments: [
            PlayerError.nothingToPlay, .ended, .notResponding, .notInstalled(program: "mpv"), .cannotServeAudio,
            .noSoundDevice,
            .noEntry(number: 7),
        ])
    func returnsErrors(error: PlayerError) async throws {
        let control = PlayerControlStub(error: error)
        try await PlayerSocketServer(at: socket, controlling: control, now: { Date() }).run {
            _ = await #expect(throws: error) { try await client.perform(.next) }
        }
    }

    @Test("ignores a command whose sender has stopped waiting")
    func ignoresExpiredCommand() async throws {
        let control = PlayerControlStub(status: PlayerStatus())
        let late = Date() + 3_600
        try await PlayerSocketServer(at: socket, controlling: control, now: { late }).run {
            _ = await #expect(throws: PlayerError.notResponding) { try await client.perform(.next) }
        }
        #expect(control.commands.isEmpty)
    }

    @Test("asks a player that is about to end again, until it has ended")
    func waitsForEndingPlayer() async throws {
        let control = PlayerControlStub(error: PlayerError.notRunning)
        let server = PlayerSocketServer(at: socket, controlling: control, now: { Date() })
        try await server.run {
            async let failure = #expect(throws: PlayerError.notResponding) { try await client.perform(.next) }
            _ = await failure
        }
        #expect(control.commands.count > 1)
        await #expect(throws: PlayerError.notRunning) { try await client.perform(.next) }
    }

    @Test("no player runs before the socket is served, and after")
    func reportsMissingPlayer() async throws {
        await #expect(throws: PlayerError.notRunning) { try await client.status() }
        try await PlayerSocketServer(
            at: socket, controlling: PlayerControlStub(status: PlayerStatus()), now: { Date() }
        ).run {
            let status = try await client.status()
            #expect(status == PlayerStatus())
        }
        await #expect(throws: PlayerError.notRunning) { try await client.status() }
    }

    @Test("one program at a time serves the socket of a library")
    func rejectsSecondPlayer() async throws {
        let server = PlayerSocketServer(
            at: socket, controlling: PlayerControlStub(status: PlayerStatus()), now: { Date() })
        let other = PlayerSocket(in: run, ofLibrary: "/music/other.sqlite")
        try await server.run {
            await #expect(throws: PlayerError.alreadyRunning) { try await server.run {} }
            try await PlayerSocketServer(at: other, controlling: PlayerControlStub(), now: { Date() }).run {}
            let status = try await client.status()
            #expect(status == PlayerStatus())
        }
    }

    @Test("replaces the socket of a program that was killed")
    func replacesOldSocket() async throws {
        try FileManager.default.createDirectory(
            atPath: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data().write(to: URL(filePath: socket.path))
        try await PlayerSocketServer(
            at: socket, controlling: PlayerControlStub(status: PlayerStatus()), now: { Date() }
        ).run {
            let status = try await client.status()
            #expect(status == PlayerStatus())
        }
    }

    @Test("uses a short path in place of one that is too long for a socket")
    func shortensPath() async throws {
        let long = PlayerSocket(in: run + String(repeating: "x", count: 90), ofLibrary: folder + "/library.sqlite")
        #expect(long.path.utf8.count < 64)
        try await PlayerSocketServer(at: long, controlling: PlayerControlStub(status: PlayerStatus()), now: { Date() })
            .run {
                let client = SocketPlayerControl(
                    at: long, playback: InMemoryPlaybackRepository(), clock: ContinuousClock(), now: { Date() })
                let status = try await client.status()
                #expect(status == PlayerStatus())
            }
    }

    @Test("listens only in a folder that no other user may enter", arguments: [0o755, 0o770, 0o707])
    func rejectsOpenFolder(permissions: Int) async throws {
        try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: run)
        await #expect(throws: PlayerError.controlSocketUnavailable(path: socket.path)) {
            try await PlayerSocketServer(at: socket, controlling: PlayerControlStub(), now: { Date() }).run {}
        }
    }

    private var run: String { folder + "/run" }

    private var socket: PlayerSocket { PlayerSocket(in: run, ofLibrary: "/music/library.sqlite") }

    private var client: SocketPlayerControl {
        SocketPlayerControl(
            at: socket, playback: InMemoryPlaybackRepository(), clock: ContinuousClock(), now: { Date() })
    }
}
