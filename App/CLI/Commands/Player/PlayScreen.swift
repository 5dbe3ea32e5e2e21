import FermataDomain
import FermataPresentation

/// Shows what is played on one line of the terminal, and hands keys to the player; without a terminal, it prints each song.
struct PlayScreen: Sendable {
    let console: Console
    /// The keys that a person presses; they end with the terminal. Empty without a terminal.
    let keys: AsyncStream<TUIKey>

    /// Returns when nothing plays any more, or when a person quits.
    func show(_ session: PlayMusicUsecase, _ player: PlayerDataSource) async throws {
        defer { console.endProgress() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await follow(session, player) }
            group.addTask {
                for await key in keys {
                    guard let intent = PlayerKeys.intent(for: key) else { continue }
                    guard try await perform(intent, session, player) else { return }
                }
                // Without keys, the songs play to their end.
                for await _ in session.statuses() {}
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func follow(_ session: PlayMusicUsecase, _ player: PlayerDataSource) async throws {
        var (shown, notice): (MusicID?, String?) = (nil, nil)
        for await status in session.statuses() {
            let new = try await player.notice(of: status)
            if let new, new != notice { note(new) }
            notice = new
            let model = try await player.model(of: status)
            if console.showsProgress {
                console.progress(model.line)
            } else if status.song != shown, status.state != .stopped {
                console.note(model.line)
            }
            shown = status.song
            if status.state == .stopped { return }
        }
    }

    /// Returns whether the player goes on.
    private func perform(
        _ intent: PlayerIntent, _ session: PlayMusicUsecase, _ player: PlayerDataSource
    ) async throws -> Bool {
        switch intent {
        case .quit: return false
        case .help: note(PlayerKeys.help)
        case .command(let command):
            do { _ = try await session.perform(command) } catch let error as PlayerError {
                note(error.problem(for: .user).text)
            }
        }
        return true
    }

    private func note(_ text: String) {
        console.endProgress()
        console.note(text)
    }
}
