import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Controlling a player from another program", .timeLimit(.minutes(3)))
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
            .insertNext(ids), .move(entries: [2, 1], to: .next), .move(entries: [1], to: .end),
            .move(entries: [], to: .before(entry: 2)), .remove(entries: [0, 2]), .clear, .stop,
            .replaceQueue(ids, index: 1, elapsed: .seconds(3), repetition: .all),
            .sleep(after: .seconds(1_800)), .sleep(after: nil), .stopAfterSong(true), .stopAfterSong(false),
            .undo(change: 3),
        ]
        var queue = PlayQueue(ids, repetition: .one)
        queue.shuffle(seed: 1)
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: queue))
        queue.move(toEntry: 1)
        let status = PlayerStatus(
            state: .buffering, queue: queue, elapsed: .milliseconds(1_234), duration: .seconds(9), volume: 55,
            sleep: .seconds(60), stopsAfterSong: true, skipped: [SkippedSong(MusicID(9), .noAudio)],
            failure: .player(.noSoundDevice))
        let control = PlayerControlStub(status: status)
        let client = SocketPlayerControl(
            at: socket, playback: stored, patience: .seconds(60), clock: ContinuousClock(), now: { Date() })
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
            .noSoundDevice, .nothingPlayable, .endedAtStart(version: "mpv 9", message: "no"),
            .endedAtStart(version: nil, message: "no"),
            .noEntry(number: 7), .nothingToUndo, .queueChanged,
        ])
    func returnsErrors(error: PlayerError) async throws {
        let control = PlayerControlStub(error: error)
        try await PlayerSocketServer(at: socket, controlling: control, now: { Date() }).run {
            _ = await #expect(throws: error) { try await client.perform(.next) }
        }
    }

    @Test(
        "limits how far a command seeks and changes the volume",
        arguments: [
            (.seek(to: .seconds(Int64.max)), .seek(to: .seconds(Int32.max))),
            (.seekBy(.seconds(Int64.max)), .seekBy(.seconds(Int32.max))),
            (.seekBy(.seconds(Int64.min)), .seekBy(.seconds(-Int32.max))),
            (.setVolume(.max), .setVolume(1_000)), (.changeVolume(.min), .changeVolume(-1_000)),
            (
                .replaceQueue([], index: nil, elapsed: .seconds(Int64.max), repetition: .off),
                .replaceQueue([], index: nil, elapsed: .seconds(Int32.max), repetition: .off)
            ),
        ] as [(PlayerCommand, PlayerCommand)])
    func limitsCommands(sent: PlayerCommand, performed: PlayerCommand) async throws {
        let control = PlayerControlStub(error: .nothingToPlay)
        try await PlayerSocketServer(at: socket, controlling: control, now: { Date() }).run {
            _ = await #expect(throws: PlayerError.nothingToPlay) { try await client.perform(sent) }
        }
        #expect(control.commands == [performed])
    }

    @Test(
        "replies to a command with any number",
        arguments: [
            #"{"seek":{"to":[#,#]}}"#, #"{"seekBy":{"_0":[#,0]}}"#, #"{"setVolume":{"_0":#}}"#,
            #"{"changeVolume":{"_0":#}}"#, #"{"playEntry":{"number":#}}"#, #"{"remove":{"entries":[#]}}"#,
            #"{"shuffle":{"seed":#}}"#, #"{"replaceQueue":{"_0":[#],"index":#,"elapsed":[#,#],"repetition":"off"}}"#,
            #"{"add":{"_0":[#]}}"#, #"{"insertNext":{"_0":[#]}}"#,
            #"{"move":{"entries":[#],"to":{"before":{"entry":#}}}}"#, #"{"sleep":{"after":[#,#]}}"#,
        ])
    func acceptsAnyNumber(command: String) async throws {
        try await PlayerSocketServer(at: socket, controlling: EchoControl(), now: { Date() }).run {
            for number in ExtremeNumbers.json {
                let request = #"{"perform":{"_0":\#(command.replacing("#", with: number)),"expires":"#
                _ = try await exchange(request + "\(number)}}")
                #expect(try await exchange(request + "1e10}}").hasPrefix("{"))
            }
            // The program still runs.
            #expect(try await exchange(#"{"status":{"expires":1e10}}"#).contains("stopped"))
        }
    }

    @Test(
        "reports that a program of another version plays",
        arguments: [#"{"name":"pause","expires":1}"#, #"{"perform":{"_0":{"dance":{}},"expires":1}}"#, "{", "pause"])
    func reportsOtherVersion(line: String) async throws {
        let control = PlayerControlStub(status: PlayerStatus())
        try await PlayerSocketServer(at: socket, controlling: control, now: { Date() }).run {
            let reply = try await exchange(line)
            #expect(reply.contains("otherVersion"))
        }
        #expect(control.commands.isEmpty)
    }

    /// Sends a line to the socket, and returns what the server replies until it closes the connection or a line ends.
    private func exchange(_ line: String) async throws -> String {
        #if os(Linux)
            let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socket.path.utf8)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        try #require(result == 0)
        try file.write(contentsOf: Data((line + "\n").utf8))
        var reply = Data()
        while !reply.contains(0x0A), case let piece = await read(file), !piece.isEmpty { reply += piece }
        return String(decoding: reply, as: UTF8.self)
    }

    /// Reads on a thread that may block.
    private func read(_ file: FileHandle) async -> Data {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: file.availableData) }
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

    // mpv may take 20 seconds to start, and commands wait for it.
    @Test("performs a command until its sender stops waiting after 30 seconds", arguments: [30, 31])
    func performsCommandInTime(seconds: Int) async throws {
        let control = PlayerControlStub(status: PlayerStatus())
        let sent = Date(timeIntervalSinceReferenceDate: 0)
        let client = SocketPlayerControl(
            at: socket, playback: InMemoryPlaybackRepository(), clock: ContinuousClock(), now: { sent })
        try await PlayerSocketServer(at: socket, controlling: control, now: { sent + TimeInterval(seconds) }).run {
            _ = try? await client.perform(.next)
        }
        #expect(control.commands.count == (seconds == 30 ? 1 : 0))
    }

    @Test("asks a player that is about to end again, for as long as it waits for a reply")
    func waitsForEndingPlayer() async throws {
        let (control, clock) = (PlayerControlStub(error: PlayerError.notRunning), PauseClock())
        let client = makeClient(clock, patience: .seconds(30))
        let server = PlayerSocketServer(at: socket, controlling: control, now: { .distantPast })
        try await server.run {
            async let failure = #expect(throws: PlayerError.notResponding) { try await client.perform(.next) }
            _ = await failure
        }
        #expect(control.commands.count == 600)
        #expect(clock.pauses == Array(repeating: Duration.milliseconds(50), count: 600))
        await #expect(throws: PlayerError.notRunning) { try await client.perform(.next) }
    }

    @Test("sends a command that is too long only once")
    func rejectsLongCommand() async throws {
        let (control, clock) = (PlayerControlStub(status: PlayerStatus()), PauseClock())
        let client = makeClient(clock)
        let songs = Array(repeating: MusicID(.max), count: 60_000)
        try await PlayerSocketServer(at: socket, controlling: control, now: { Date() }).run {
            _ = await #expect(throws: PlayerError.notResponding) { try await client.perform(.add(songs)) }
        }
        #expect(control.commands.isEmpty && clock.pauses.isEmpty)
    }

    @Test("replies to a command that ends the player's program")
    func repliesBeforeEnd() async throws {
        let control = EndingControl()
        let client = self.client
        let reply = try await PlayerSocketServer(at: socket, controlling: control, now: { Date() }).run {
            let reply = Task { try await client.perform(.stop) }
            await control.waitForCommand()
            return reply
        }
        let status = try await reply.value
        #expect(status == PlayerStatus())
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

    @Test("a child process's copy of the lock's descriptor does not keep the lock", .enabled(if: hasDescriptors))
    func releasesCopiedLock() async throws {
        let copy = try await PlayerSocketServer(at: socket, controlling: PlayerControlStub(), now: { Date() }).run {
            try dup(lockDescriptor())
        }
        defer { close(copy) }
        #expect(copy >= 0)
        try await PlayerSocketServer(at: socket, controlling: PlayerControlStub(), now: { Date() }).run {}
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

    @Test("uses a path of up to 103 bytes", arguments: [(103, true), (104, false)])
    func limitsPath(length: Int, isUsed: Bool) {
        let library = "/music/library.sqlite"
        let nameLength = PlayerSocket(in: "/", ofLibrary: library).path.utf8.count - 1
        let run = "/" + String(repeating: "x", count: length - nameLength - 1)
        #expect(PlayerSocket(in: run, ofLibrary: library).path.hasPrefix(run + "/") == isUsed)
    }

    @Test("uses a short path in place of one that is too long for a socket")
    func shortensPath() async throws {
        let long = PlayerSocket(in: run + String(repeating: "x", count: 90), ofLibrary: folder + "/library.sqlite")
        #expect(long.path.utf8.count < 64)
        try await PlayerSocketServer(at: long, controlling: PlayerControlStub(status: PlayerStatus()), now: { Date() })
            .run {
                let client = SocketPlayerControl(
                    at: long, playback: InMemoryPlaybackRepository(), patience: .seconds(60),
                    clock: ContinuousClock(), now: { Date() })
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

    private static let descriptors = "/proc/self/fd"
    private static let hasDescriptors = FileManager.default.fileExists(atPath: descriptors)

    /// The descriptor of the socket's lock in this program.
    private func lockDescriptor() throws -> CInt {
        let path = URL(filePath: socket.path + ".lock").resolvingSymlinksInPath().path
        let name = try FileManager.default.contentsOfDirectory(atPath: Self.descriptors).first { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(Self.descriptors)/\(name)")) == path
        }
        return try #require(name.flatMap { CInt($0) })
    }

    private var run: String { folder + "/run" }

    private var socket: PlayerSocket { PlayerSocket(in: run, ofLibrary: "/music/library.sqlite") }

    private var client: SocketPlayerControl { makeClient(ContinuousClock()) }

    private func makeClient(
        _ clock: any Clock<Duration>, patience: Duration = .seconds(60)
    ) -> SocketPlayerControl {
        SocketPlayerControl(
            at: socket, playback: InMemoryPlaybackRepository(), patience: patience, clock: clock, now: { Date() })
    }
}

/// A clock that never advances. It ends pauses at once, and no sleep of a second or more.
private final class PauseClock: Clock {
    private let ended = Mutex<[Duration]>([])
    var pauses: [Duration] { ended.withLock { $0 } }
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let duration = now.duration(to: deadline)
        guard duration >= .seconds(1) else { return ended.withLock { $0.append(duration) } }
        let (never, continuation) = AsyncStream<Void>.makeStream()
        for await _ in never {}  // until the task is cancelled
        withExtendedLifetime(continuation) {}
        throw CancellationError()
    }
}

/// Returns the numbers of each command in its status.
private struct EchoControl: PlayerControl {
    func perform(_ command: PlayerCommand) async throws -> PlayerStatus {
        switch command {
        case .seek(let position), .seekBy(let position): PlayerStatus(elapsed: position)
        case .setVolume(let percent), .changeVolume(let percent): PlayerStatus(volume: percent)
        case .playEntry(let number): throw PlayerError.noEntry(number: number)
        case .remove(let numbers), .move(let numbers, _): throw PlayerError.noEntry(number: numbers[0])
        case .sleep(let time): PlayerStatus(sleep: time)
        default: PlayerStatus()
        }
    }

    func status() async throws -> PlayerStatus { PlayerStatus() }
}

/// Reports a command before it replies.
private final class EndingControl: PlayerControl {
    private let commands: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (commands, continuation) = AsyncStream.makeStream()
    }

    func waitForCommand() async {
        for await _ in commands {}
    }

    func perform(_ command: PlayerCommand) async throws -> PlayerStatus {
        continuation.finish()
        // Enough for the server to end without a reply, if it wrongly did; on a busy machine it may not be noticed.
        for _ in 0..<1_000 { await Task.yield() }
        return PlayerStatus()
    }

    func status() async throws -> PlayerStatus { PlayerStatus() }
}
