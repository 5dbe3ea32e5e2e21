import ArgumentParser
import FermataDomain
import FermataPresentation

extension CLIComposition {
    /// Runs a command about playing; returns false for another command.
    func performPlayer(_ command: any ParsableCommand) async throws -> Bool {
        switch command {
        case let command as PlayCommand: try await play(command)
        case let command as PlayerControlCommand.Status:
            try await openExisting(command.options.global) { try await command.run($0.otherPlayer, on: console) }
        case let command as PlayerControlCommand.Queue:
            try await openExisting(command.global) { try await command.run($0.otherPlayer, on: console) }
        case let command as any PlayerControlling:
            try await openExisting(command.options.global) {
                try await command.run($0.otherPlayer, music: $0.cachedMusic, on: console)
            }
        case let command as HistoryCommand:
            try await openExisting(command.global) { try await command.run($0.history, on: console) }
        default: return false
        }
        return true
    }

    private func play(_ command: PlayCommand) async throws {
        try await openExisting(command.global) { application in
            let program = application.player
            let suspension = PlayerSuspension(program.session, clock: clock.sleep)
            let keys = console.showsProgress ? try TerminalKeys(suspension) : nil
            defer { keys?.close() }
            try await play(command, application, program, keys: keys?.keys ?? AsyncStream { $0.finish() })
        }
    }

    /// Plays what a command selects, with the keys that a person presses.
    func play(
        _ command: PlayCommand, _ application: FermataApplication, _ program: PlayerProgram, keys: AsyncStream<TUIKey>
    ) async throws {
        let selection = MusicSelection(
            music: application.cachedMusic, artists: application.artists(for: .user),
            playlists: application.playlists)
        let screen = PlayScreen(
            program.session, application.players(over: program.session), music: application.cachedMusic,
            lyrics: application.lyrics, deliveries: application.deliveries, console: console, keys: keys)
        try await command.run(
            program, screen, selection: selection, other: application.otherPlayer, clock: clock.sleep,
            on: console, random: { .random(in: .min ... .max) })
    }
}
