import ArgumentParser
import FermataPresentation
import Foundation

extension CLIComposition {
    var demo: Demo {
        // Each command of the tour would repeat the messages about the config file.
        var tour = self
        tour.showsSettingsNotices = false
        return Demo(console, clock: clock, run: tour.perform, play: tour.play) { [tour] words, library in
            let options = try GlobalOptions.parse(["--library", library])
            return try await tour.open(try await tour.settings(options)) {
                try await $0.cachedMusic.first(words)?.shortID
            }
        }
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
            let listener = DemoListener(clock)
            return try await listener.whileListening(to: program.session, upTo: position) { keys in
                try await play(command, application, program, keys: keys)
            }
        }
    }
}
