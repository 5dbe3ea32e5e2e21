import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

struct DemoCommand: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show a tour of the program; needs no set-up and no internet.")

    func withDependencies(from runner: CommandRunner, _ body: (Demo) async throws -> Void) async throws {
        try await body(await runner.demo())
    }

    func run(_ demo: Demo, on console: Console) async throws { try await demo.run() }
}

extension CommandRunner {
    /// The demo, in a new folder for temporary files.
    fileprivate func demo() async -> Demo {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fermata-demo-\(UUID().uuidString)")
        let tour = CommandRunner(
            environment: await tourEnvironment(in: folder), http: http, clock: clock, storage: storage,
            console: console.withoutPager)
        return Demo(
            console: console, clock: clock, folder: folder, runCommand: tour.perform, play: tour.play
        ) { words, library in
            let options = try GlobalOptions.parse(["--library", library])
            return try await tour.open(try await tour.settings(options), .creating) {
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
        return try await open(settings, .creating) { application in
            // No other program controls it, so that it needs no socket in the folders of the user.
            let program = PlayerProgram(
                session: application.player(at: .play).session, deliveries: application.deliveries
            ) { body in try await body() }
            let dependencies = PlayCommand.dependencies(application, playingWith: program)
            let listener = DemoListener(clock: clock.sleep)
            return try await listener.whileListening(to: program.session, upTo: position) { keys in
                try await command.run(dependencies, keys: keys, on: console)
            }
        }
    }
}
