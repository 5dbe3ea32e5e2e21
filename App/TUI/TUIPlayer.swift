import FermataDomain
import FermataPresentation
import Synchronization

/// Plays music for the TUI, or controls the program that plays music of the library already.
final class TUIPlayer: Sendable {
    /// How many songs `p` plays at most, so that a queue does not grow with the library.
    static let songLimit = 1_000
    /// How often the player of another program is asked what it plays.
    private static let pause = Duration.seconds(1)
    /// The screen changes at most this often while a song plays.
    private static let step = Duration.milliseconds(250)

    private let program: PlayerProgram
    private let own: PlayerDataSource
    private let other: PlayerDataSource
    private let lyrics: LyricsDataSource
    private let clock: any Clock<Duration>
    private let isOwn = Mutex(true)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// `other` controls the player of another program.
    init(
        _ program: PlayerProgram, own: PlayerDataSource, other: PlayerDataSource, lyrics: LyricsDataSource,
        clock: any Clock<Duration>
    ) {
        (self.program, self.own, self.other, self.lyrics, self.clock) = (program, own, other, lyrics, clock)
    }

    /// What plays.
    var data: PlayerDataSource { isOwn.withLock { $0 } ? own : other }

    func perform(_ command: PlayerCommand) async throws { _ = try await data.perform(command) }

    /// Reports what is played until `end`.
    func start(_ report: @escaping @Sendable (TUIEvent) -> Void) {
        task.withLock { $0 = Task { await run(report) } }
    }

    /// Stores the position and ends the player.
    func end() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    private func run(_ report: @escaping @Sendable (TUIEvent) -> Void) async {
        do {
            try await program.run { try await self.follow(report) }
        } catch PlayerError.alreadyRunning {
            isOwn.withLock { $0 = false }
            await followOther(report)
        } catch is CancellationError {
        } catch let error as PlayerError {
            report(.problem(error.problem(for: .user)))
        } catch {
            // The library's own reads report what is wrong with it.
        }
    }

    private func follow(_ report: @Sendable (TUIEvent) -> Void) async throws {
        var (last, notice): (PlayerStatus?, String?) = (nil, nil)
        var lyrics: LyricsScreen?
        for await status in program.session.statuses() {
            guard last.map({ Self.differs(status, from: $0) }) ?? true else { continue }
            if status.song != last?.song { lyrics = try? await self.lyrics(of: status.song) }
            last = status
            report(.playerChanged(try await own.model(of: status), lyrics: lyrics))
            let new = try await own.notice(of: status)
            if let new, new != notice { report(.playerNotice(new)) }
            notice = new
        }
    }

    private func followOther(_ report: @Sendable (TUIEvent) -> Void) async {
        var (song, lyrics): (MusicID?, LyricsScreen?) = (nil, nil)
        while !Task.isCancelled {
            if let model = try? await other.status() {
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

    private static func differs(_ status: PlayerStatus, from other: PlayerStatus) -> Bool {
        var moved = other
        moved.elapsed = status.elapsed
        return status != moved || Int(status.elapsed / step) != Int(other.elapsed / step)
    }
}
