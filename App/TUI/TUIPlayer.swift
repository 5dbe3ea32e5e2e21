import FermataDomain
import FermataPresentation
import Synchronization

/// Plays music for the TUI, or controls the program that plays music of the library already.
///
/// The own player exists only while it plays or is paused, so that other programs can play at other times. Commands are
/// performed in the order of the calls.
actor TUIPlayer {
    typealias Report = @Sendable (TUIEvent) -> Void
    /// How many songs `p` plays at most, so that a queue does not grow with the library.
    static let songLimit = 1_000
    /// How often the player of another program is asked what it plays.
    private static let pause = Duration.seconds(1)

    private struct Own {
        let data: PlayerDataSource
        let task: Task<Void, Never>
    }

    private let makeProgram: @Sendable () -> (program: PlayerProgram, data: PlayerDataSource)
    private let other: PlayerDataSource
    private let lyrics: LyricsDataSource
    private let clock: any Clock<Duration>
    private var own: Own?
    private var report: Report = { _ in }
    private var following: Task<Void, Never>?
    private var lastCommand: Task<Void, any Error>?

    /// `other` controls the player of another program, and shows the stored queue if there is none.
    init(
        other: PlayerDataSource, lyrics: LyricsDataSource, clock: any Clock<Duration>,
        makeProgram: @escaping @Sendable () -> (program: PlayerProgram, data: PlayerDataSource)
    ) {
        (self.other, self.lyrics, self.clock, self.makeProgram) = (other, lyrics, clock, makeProgram)
    }

    /// What plays, here or in another program.
    var data: PlayerDataSource { own?.data ?? other }

    /// Reports what is played until `end`.
    func start(_ report: @escaping Report) {
        self.report = report
        following = Task { await followOther() }
    }

    /// Stores the position and ends the player.
    func end() async {
        following?.cancel()
        own?.task.cancel()
        await own?.task.value
        await following?.value
    }

    /// Performs a command after the earlier ones.
    func perform(_ command: PlayerCommand) async throws {
        let earlier = lastCommand
        let task = Task {
            _ = await earlier?.result
            try await self.performNow(command)
        }
        lastCommand = task
        try await task.value
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
        if (try? await own.data.status())?.state == .stopped {
            own.task.cancel()
            await own.task.value
            report(.playerChanged(try result.get(), lyrics: nil))
        } else {
            // `follow` reports what plays now, with its lyrics.
            _ = try result.get()
        }
    }

    /// Returns once the player accepts commands. Throws `PlayerError`.
    private func startOwn() async throws {
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
            own = Own(data: data, task: task)
        }
    }

    private func removeOwn() { own = nil }
}

// MARK: - Following

extension TUIPlayer {
    /// Returns when the queue has ended.
    private func follow(_ session: PlayMusicUsecase, _ data: PlayerDataSource) async {
        var (last, notice): (PlayerStatus?, String?) = (nil, nil)
        var lyrics: LyricsScreen?
        for await status in session.statuses() {
            // A read that fails is reported by the screens that show the library.
            if status.song != last?.song { lyrics = try? await self.lyrics(of: status.song) }
            let hasEnded = status.state == .stopped && last.map { $0.state != .stopped } ?? false
            last = status
            if let model = try? await data.model(of: status) { report(.playerChanged(model, lyrics: lyrics)) }
            let new = try? await data.notice(of: status)
            if let new, new != notice { report(.playerNotice(new)) }
            notice = new
            if hasEnded { return }
        }
    }

    private func followOther() async {
        var (song, lyrics): (MusicID?, LyricsScreen?) = (nil, nil)
        while !Task.isCancelled {
            if own == nil, let model = try? await other.status(), own == nil {
                if model.id != song { lyrics = try? await self.lyrics(of: model.id) }
                song = model.id
                report(.playerChanged(model, lyrics: lyrics))
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
