package import FermataDomain
package import FermataPresentation
import Synchronization

/// Plays music for the TUI, or controls another program that already plays music of the library.
///
/// The own player exists only while it plays or is paused, so that other programs can play at other times. Commands are
/// performed in the order of the calls.
package actor TUIPlayer {
    package typealias Report = @Sendable (TUIEvent) -> Void
    /// The largest number of songs that `p` plays, so that a queue does not grow with the library.
    static let songLimit = 1_000
    /// The time between two requests for the status of another program's player.
    private static let pause = Duration.seconds(1)

    private struct Own {
        let data: PlayerDataSource
        let task: Task<Void, Never>
        let suspension: PlayerSuspension
        /// Whether it accepts commands.
        var isReady = false
    }

    private let makeProgram: @Sendable () -> (program: PlayerProgram, data: PlayerDataSource)
    private let other: PlayerDataSource
    private let lyrics: LyricsDataSource
    private let clock: any Clock<Duration>
    private var own: Own?
    /// The lyrics of the song that the own player plays.
    private var ownLyrics: LyricsScreen?
    private var report: Report = { _ in }
    private var following: Task<Void, Never>?
    private var lastCommand: Task<Void, any Error>?
    private var hasEnded = false

    /// `other` controls the player of another program, and shows the stored queue if there is none.
    package init(
        other: PlayerDataSource, lyrics: LyricsDataSource, clock: any Clock<Duration>,
        makeProgram: @escaping @Sendable () -> (program: PlayerProgram, data: PlayerDataSource)
    ) {
        (self.other, self.lyrics, self.clock, self.makeProgram) = (other, lyrics, clock, makeProgram)
    }

    /// Controls the player that plays, in this program or another one.
    package var data: PlayerDataSource {
        guard let own, own.isReady else { return other }
        return own.data
    }

    /// Reports the player's status until `end`.
    package func start(_ report: @escaping Report) {
        self.report = report
        following = Task { await followOther() }
    }

    /// Stores the position and ends the player. Later commands throw `PlayerError.notRunning`.
    package func end() async {
        hasEnded = true
        following?.cancel()
        own?.task.cancel()
        await own?.task.value
        await following?.value
    }

    /// Pauses the player of this program before Ctrl-Z stops it. Returns false if it is already about to stop.
    package func pauseBeforeStop() async -> Bool { await own?.suspension.pause() ?? true }

    /// Resumes the music that `pauseBeforeStop` has paused.
    package func resumeAfterStop() async { await own?.suspension.resume() }

    /// Performs a command after the earlier ones.
    package func perform(_ command: PlayerCommand) async throws {
        try await afterCommands { try await self.performNow(command) }.value
    }

    /// Starts a task that runs after the earlier commands.
    @discardableResult
    private func afterCommands(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        let earlier = lastCommand
        let task = Task {
            _ = await earlier?.result
            try await body()
        }
        lastCommand = task
        return task
    }

    private func performNow(_ command: PlayerCommand) async throws {
        if own == nil {
            do {
                report(.playerChanged(try await other.perform(command), lyrics: nil))
                return
            } catch PlayerError.notRunning {
                try await startOwn()
            }
        }
        guard let own else { throw PlayerError.notRunning }
        let result: Result<NowPlayingModel, any Error>
        do { result = .success(try await own.data.perform(command)) } catch { result = .failure(error) }
        if await endOwnIfStopped() {
            report(.playerChanged(try result.get(), lyrics: nil))
        } else {
            // `follow` reports the current song, with its lyrics.
            _ = try result.get()
        }
    }

    /// Ends the own player unless it plays or is paused, so that other programs can play; returns whether it did.
    @discardableResult
    private func endOwnIfStopped() async -> Bool {
        guard let own, (try? await own.data.status())?.state == .stopped else { return false }
        own.task.cancel()
        await own.task.value
        return true
    }

    /// Returns once the player accepts commands. Throws `PlayerError`.
    private func startOwn() async throws {
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
                self.removeOwn()
            }
            own = Own(data: data, task: task, suspension: PlayerSuspension(program.session, clock: clock))
        }
        own?.isReady = true
    }

    private func removeOwn() { own = nil }
}

// MARK: - Following

extension TUIPlayer {
    /// Reports the status of the own player, and ends it with its queue.
    private func follow(_ session: PlayMusicUsecase, _ data: PlayerDataSource) async {
        var last: PlayerStatus?
        ownLyrics = nil
        for await status in session.statuses() {
            // A read that fails is reported by the screens that show the library.
            if status.song != last?.song { ownLyrics = try? await lyrics(of: status.song) }
            if let last, status.isShown(as: last, with: ownLyrics) { continue }
            let isNoticed = status.skipped == last?.skipped && status.failure == last?.failure
            last = status
            if let model = try? await data.model(of: status) { report(.playerChanged(model, lyrics: ownLyrics)) }
            if !isNoticed, let notice = try? await data.notice(of: status) { report(.playerNotice(notice)) }
            // A waiting command may play again.
            if status.state == .stopped { afterCommands { await self.endOwnIfStopped() } }
        }
    }

    /// Reports the status of the own player again, because the library may have changed its song.
    package func readAgain() async {
        guard let own, own.isReady, let model = try? await own.data.status() else { return }
        report(.playerChanged(model, lyrics: ownLyrics))
    }

    private func followOther() async {
        var (song, lyrics): (MusicID?, LyricsScreen?) = (nil, nil)
        while !Task.isCancelled {
            if own == nil, let model = try? await other.status() {
                if model.id != song { lyrics = try? await self.lyrics(of: model.id) }
                song = model.id
                // The own player may have started meanwhile.
                if own == nil { report(.playerChanged(model, lyrics: lyrics)) }
            }
            try? await clock.sleep(for: Self.pause)
        }
    }

    private func lyrics(of song: MusicID?) async throws -> LyricsScreen? {
        guard let song else { return nil }
        let screen = try await lyrics.screen(of: song.description)
        return screen.isEmpty ? nil : screen
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
