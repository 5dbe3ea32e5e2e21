import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

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
        let screen = PlayScreen(
            program.session, application.players(over: program.session), music: application.cachedMusic,
            lyrics: application.lyrics, deliveries: application.deliveries, console: console, keys: keys)
        try await command.run(
            program, screen, selection: application.selection, other: application.otherPlayer, clock: clock.sleep,
            on: console)
    }
}

extension CLIComposition {
    /// The demo, in a new folder for temporary files.
    func demo() async -> Demo {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fermata-demo-\(UUID().uuidString)")
        let tour = CLIComposition(
            environment: await tourEnvironment(in: folder), http: http, clock: clock, storage: storage,
            console: console)
        return Demo(
            console: console, clock: clock, folder: folder, runCommand: tour.perform, play: tour.play
        ) { words, library in
            let options = try GlobalOptions.parse(["--library", library])
            return try await tour.open(try await tour.settings(options)) {
                try await $0.cachedMusic.first(words)?.shortID
            }
        }
    }

    /// The environment without the person's settings: with them, the tour could use the person's folders and servers.
    ///
    /// Keeps the audio output, without which mpv may be silent.
    private func tourEnvironment(in folder: URL) async -> [String: String] {
        // Settings that cannot be read do not prevent the tour.
        let settings = try? await Settings(arguments: GlobalOptions.parse([]), environment: environment)
        var variables = environment.filter { !$0.key.hasPrefix(Settings.variablePrefix) }
        variables["XDG_CONFIG_HOME"] = folder.appending(path: "configuration").path
        let audioOutput = Settings.variablePrefix + "PLAYER_AUDIO_OUTPUT"
        variables[audioOutput] = settings.map(\.player.audioOutput) ?? environment[audioOutput]
        return variables
    }

    /// Plays a song of a library up to a position, as `fermata play` does while a person presses `l` and then `q`.
    ///
    /// Returns whether the position was reached. It creates files in the library's folder only, and plays silently
    /// without a sound device.
    @Sendable
    private func play(_ song: String, in library: String, upTo position: Duration) async throws -> Bool {
        let command = try PlayCommand.parse([song, "--library", library])
        var settings = try await settings(command.global)
        settings.player = settings.player.confined(to: URL(filePath: library).deletingLastPathComponent())
        return try await open(settings) { application in
            // No other program controls it, so that it needs no socket in the folders of the user.
            let program = PlayerProgram(
                session: application.player.session, deliveries: application.deliveries
            ) { body in try await body() }
            let listener = DemoListener(clock: clock.sleep)
            return try await listener.whileListening(to: program.session, upTo: position) { keys in
                try await play(command, application, program, keys: keys)
            }
        }
    }
}
