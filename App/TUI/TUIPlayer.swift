package import FermataDomain
package import FermataPresentation
import Synchronization

/// Plays music for the TUI, or controls another program that already plays music of the library.
///
/// The local player exists only while it plays or is paused, so that other programs can play at other times. Commands
/// are performed in the order of the calls.
package actor TUIPlayer {
    package typealias Report = @Sendable (TUIEvent) -> Void
    /// The time between two requests for the status of another program's player.
    private static let pause = Duration.seconds(1)

    private struct LocalPlayer {
        let data: PlayerDataSource
        let task: Task<Void, Never>
        let suspension: PlayerSuspension
        /// Whether it accepts commands.
        var isReady = false
    }

    private let makeProgram: @Sendable () -> (program: PlayerProgram, data: PlayerDataSource)
    private let remote: PlayerDataSource
    /// The lyrics of the song that the local player plays, and of the song of another program.
    private let localLyrics, remoteLyrics: LyricsLoader
    private let background: BackgroundPlayer
    /// Whether music always plays on after the TUI ends.
    nonisolated let keepsPlaying: Bool
    private let clock: any Clock<Duration>
    private var local: LocalPlayer?
    /// The status of the local player that was reported last, or that is about to be.
    private var localStatus: PlayerStatus?
    private var report: Report = { _ in }
    private var following: Task<Void, Never>?
    private var lastCommand: Task<Void, any Error>?
    private var hasEnded = false

    /// `remote` controls the player of another program, and shows the stored queue if there is none. `background`
    /// plays after the TUI ends, always if `keepsPlaying` is true.
    package init(
        remote: PlayerDataSource, lyrics: LyricsDataSource, background: BackgroundPlayer, keepsPlaying: Bool = false,
        clock: any Clock<Duration>,
        makeProgram: @escaping @Sendable () -> (program: PlayerProgram, data: PlayerDataSource)
    ) {
        (self.remote, self.clock, self.makeProgram) = (remote, clock, makeProgram)
        (self.background, self.keepsPlaying) = (background, keepsPlaying)
        (localLyrics, remoteLyrics) = (LyricsLoader(lyrics), LyricsLoader(lyrics))
    }

    /// Controls the player that plays, in this program or another one.
    package var data: PlayerDataSource {
        guard let local, local.isReady else { return remote }
        return local.data
    }

    /// Reports the player's status until `end`.
    package func start(_ report: @escaping Report) {
        self.report = report
        following = Task { await followRemote() }
    }

    /// Stores the position and ends the player. Later commands throw `PlayerError.notRunning`.
    ///
    /// If `keepsPlaying` is true, what plays continues in the background. Throws `PlayerError`.
    package func end(keepsPlaying: Bool = false) async throws {
        let keepsPlaying = keepsPlaying || self.keepsPlaying
        // A command may still start the music.
        if keepsPlaying { _ = await lastCommand?.result }
        hasEnded = true
        following?.cancel()
        let commands = keepsPlaying ? await continuingCommands() : []
        local?.task.cancel()
        await local?.task.value
        await following?.value
        if !commands.isEmpty { _ = try await background.start(commands) }
    }

    /// The commands with which another player continues what this program plays; none if it does not play.
    private func continuingCommands() async -> [PlayerCommand] {
        guard let model = try? await local?.data.status(), [.playing, .buffering].contains(model.state) else {
            return []
        }
        let sleep = model.sleepMinutes.map { PlayerCommand.sleep(after: .seconds(60 * $0)) }
        return [.resume] + [sleep, model.stopsAfterSong ? .stopAfterSong(true) : nil].compactMap(\.self)
    }

    /// Pauses the player of this program before Ctrl-Z stops it. Returns false if it is already about to stop.
    package func pauseBeforeStop() async -> Bool { await local?.suspension.pause() ?? true }

    /// Resumes the music that `pauseBeforeStop` has paused.
    package func resumeAfterStop() async { await local?.suspension.resume() }

    /// Performs a command after the earlier ones.
    package func perform(_ command: PlayerCommand) async throws { try await perform { command } }

    /// Makes and performs a command after the earlier ones.
    func perform(_ command: @escaping @Sendable () async throws -> PlayerCommand) async throws {
        try await enqueue { try await self.execute(try await command()) }.value
    }

    /// Waits for the commands that were requested before.
    func finishCommands() async { _ = await lastCommand?.result }

    /// Starts a task that runs after the earlier commands.
    @discardableResult
    private func enqueue(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        let earlier = lastCommand
        let task = Task {
            _ = await earlier?.result
            try await body()
        }
        lastCommand = task
        return task
    }

    private func execute(_ command: PlayerCommand) async throws {
        if local == nil {
            do {
                report(.playerChanged(try await remote.perform(command), lyrics: nil))
                return
            } catch PlayerError.notRunning {
                try await startLocal()
            }
        }
        guard let local else { throw PlayerError.notRunning }
        let result: Result<NowPlayingModel, any Error>
        do { result = .success(try await local.data.perform(command)) } catch { result = .failure(error) }
        if await endLocalIfStopped() {
            report(.playerChanged(try result.get(), lyrics: nil))
        } else {
            // `follow` reports the current song, and its lyrics.
            _ = try result.get()
        }
    }

    /// Ends the local player unless it plays or is paused, so that other programs can play; returns whether it did.
    @discardableResult
    private func endLocalIfStopped() async -> Bool {
        guard let local, (try? await local.data.status())?.state == .stopped else { return false }
        local.task.cancel()
        await local.task.value
        return true
    }

    /// Returns once the player accepts commands. Throws `PlayerError`.
    private func startLocal() async throws {
        if hasEnded { throw PlayerError.notRunning }
        let (program, data) = makeProgram()
        try await withCheckedThrowingContinuation { (ready: CheckedContinuation<Void, any Error>) in
            let signal = ReadySignal(ready)
            let task = Task {
                do {
                    try await program.run {
                        signal.send(.success(()))
                        await self.follow(program.session, data)
                    }
                } catch {
                    signal.send(.failure(error))
                }
                self.removeLocal()
            }
            local = LocalPlayer(
                data: data, task: task, suspension: PlayerSuspension(program.session, clock: clock))
        }
        local?.isReady = true
    }

    private func removeLocal() {
        (local, localStatus) = (nil, nil)
        localLyrics.cancel()
    }

    // MARK: - Following

    /// Reports the status of the local player, and ends it with its queue.
    private func follow(_ session: PlayMusicUsecase, _ data: PlayerDataSource) async {
        for await status in session.statuses() {
            localLyrics.request(status.song) { await self.reportLocal(data) }
            let last = localStatus
            if let last, status.isShown(as: last, with: localLyrics.lyrics(of: status.song)) { continue }
            localStatus = status
            await reportLocal(data)
            for notice in await data.notices(of: status, since: last, includesEnd: true) {
                report(.notice(notice))
            }
            // A waiting command may play again.
            if status.state == .stopped { enqueue { await self.endLocalIfStopped() } }
        }
    }

    /// Reports the status of the local player again, because the library may have changed its song.
    package func reportStatus() async {
        if let local { await reportLocal(local.data) }
    }

    /// Reports the last status of the local player, unless a later one arrives meanwhile, which is reported then.
    ///
    /// Ignores a read that fails: the screens that show the library report it.
    private func reportLocal(_ data: PlayerDataSource) async {
        guard let status = localStatus, let model = try? await data.model(of: status), status == localStatus else {
            return
        }
        report(.playerChanged(model, lyrics: localLyrics.shownLyrics(of: status.song)))
    }

    private func followRemote() async {
        defer { remoteLyrics.cancel() }
        while !Task.isCancelled {
            if local == nil, let model = try? await remote.status() {
                // The next report has the lyrics if they are loaded then.
                remoteLyrics.request(model.id)
                // The local player may have started meanwhile.
                if local == nil { report(.playerChanged(model, lyrics: remoteLyrics.shownLyrics(of: model.id))) }
            }
            try? await clock.sleep(for: Self.pause)
        }
    }
}

extension LyricsLoader {
    /// The loaded lyrics of a song, unless they have no lines.
    fileprivate func shownLyrics(of song: MusicID?) -> LyricsScreen? {
        lyrics(of: song).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Resumes a continuation once.
private final class ReadySignal: Sendable {
    private let continuation: Mutex<CheckedContinuation<Void, any Error>?>

    init(_ continuation: CheckedContinuation<Void, any Error>) {
        self.continuation = Mutex(continuation)
    }

    func send(_ result: Result<Void, any Error>) {
        continuation.withLock { continuation in
            continuation?.resume(with: result)
            continuation = nil
        }
    }
}
