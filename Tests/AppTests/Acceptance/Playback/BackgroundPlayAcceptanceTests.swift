import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: my music plays on after the program ends", .timeLimit(.minutes(3)))
struct BackgroundPlayAcceptanceTests {
    @Test("Given music in the background, then other programs control it, and it ends with its queue")
    func playsInBackground() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            let started = try await program.spawn("play --album Waves --background --repeat one")
            #expect(started.code == 0 && started.output == "", "\(started.errors)")
            #expect(started.errors.contains("One – Band") && started.errors.contains("in the background"))
            let playing = try await catalogue.wait(for: "state", "playing")
            #expect(playing["place"] as? String == "background" && playing["repeat"] as? String == "one")
            #expect(try await program.run("player next").output.contains("  in the background\n"))
            try await catalogue.wait { $0["title"] as? String == "Two" }
            let refused = try await program.run("play one")
            #expect(refused.code == 75 && refused.errors.contains("--replace"), "\(refused.errors)")
            let replaced = try await program.spawn("play three --background --replace")
            #expect(replaced.code == 0, "\(replaced.errors)")
            try await catalogue.wait { $0["title"] as? String == "Three" }
            try await program.run("player stop")
            try await catalogue.waitForEndOfPlayer()
            let ended = try #require(try await program.rows("player status").first)
            #expect(ended["state"] as? String == "stopped" && ended["place"] is NSNull)
            let resumed = try await program.spawn("play --background")
            #expect(resumed.code == 0 && resumed.errors.contains("Three – Band"), "\(resumed.errors)")
            try await program.run("player clear")
            try await catalogue.waitForEndOfPlayer()
        }
    }

    @Test(
        "Given music in the background, when its process ends, then no sound stays, and it can be resumed",
        arguments: [SIGTERM, SIGKILL])
    func endsWithProcess(signal: Int32) async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            #expect(try await program.spawn("play one --background").code == 0)
            try await catalogue.wait(for: "state", "playing")
            try await program.run("player seek 0:40")
            let player = try #require(try catalogue.playerProcessID)
            #expect(kill(try parent(of: player), signal) == 0)
            try await catalogue.waitForEndOfPlayer()
            let status = try #require(try await program.rows("player status").first)
            #expect(status["state"] as? String == "stopped" && status["elapsed"] as? Int ?? 0 >= 40)
            #expect(try await program.spawn("play --background").errors.contains("One – Band"))
            try await program.run("player stop")
            try await catalogue.waitForEndOfPlayer()
        }
    }

    @Test("Given nothing to play, no mpv or no sound device, then play says so, and no process stays in the background")
    func reportsFailure() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            var program = catalogue.program
            let empty = try await program.spawn("play --background")
            #expect(empty.code == 66 && empty.errors.contains("There is nothing to play."), "\(empty.errors)")
            program.environment["PATH"] = "/nowhere"
            let missing = try await program.spawn("play one --background")
            #expect(missing.code == 69 && missing.errors.contains("mpv is not installed"), "\(missing.errors)")
            let silent = try await catalogue.program.spawn("play title:mute --background")
            #expect(silent.code == 66 && silent.errors.contains("None of the songs could be played."))
            try await catalogue.waitForEndOfPlayer()
            // ALSA finds no device without its configuration.
            var deaf = catalogue.program
            deaf.environment["FERMATA_PLAYER_AUDIO_OUTPUT"] = "alsa"
            deaf.environment["ALSA_CONFIG_PATH"] = "/dev/null"
            let failed = try await deaf.spawn("play one --background")
            #expect(failed.code == 69 && failed.errors.contains("No sound device can be opened."), "\(failed.errors)")
            try await catalogue.waitForEndOfPlayer()
        }
    }

    private func parent(of process: pid_t) throws -> pid_t {
        let (ps, pipe) = (Process(), Pipe())
        ps.executableURL = URL(filePath: "/usr/bin/env")
        ps.arguments = ["ps", "-o", "ppid=", "-p", "\(process)"]
        ps.standardOutput = pipe
        try ps.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return try #require(pid_t(output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
