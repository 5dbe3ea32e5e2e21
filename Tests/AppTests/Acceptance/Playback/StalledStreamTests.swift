import AudioFiles
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: I hear music over a poor connection", .timeLimit(.minutes(2)))
struct StalledStreamTests {
    /// The offset of the stall in bytes: somewhat more than a second.
    private static let stall = 1 << 18

    @Test("Given a stream that stalls, then the player waits, and continues by itself")
    func continuesAfterStall() async throws {
        try await Self.withStalledPlayer { catalogue, gate in
            let line = try await catalogue.program.run("player status").output
            #expect(line.hasPrefix("… ") && line.contains("  One"))
            gate.open()
            try await catalogue.wait { $0["state"] as? String == "playing" && ($0["elapsed"] as? Int ?? 0) >= 2 }
            #expect(catalogue.server.requests.count { $0.path == "/audio/One" } == 1)
        }
    }

    @Test("Given a stream that stalls, when I skip or pause it, then that works at once")
    func obeysDuringStall() async throws {
        try await Self.withStalledPlayer { catalogue, _ in
            let program = catalogue.program
            #expect(try await program.rows("player pause").first?["state"] as? String == "paused")
            #expect(try await program.rows("player toggle").first?["state"] as? String == "buffering")
            #expect(try await program.rows("player next").first?["title"] as? String == "Two")
            try await catalogue.wait(for: "state", "playing")
        }
    }

    /// Runs the body while the player waits for audio that stalls until the gate is open.
    private static func withStalledPlayer(
        _ body: @escaping @Sendable (PlayCatalogue, Gate) async throws -> Void
    ) async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            catalogue.lengthenSongs()
            let gate = Gate()
            var audio = ServedAudio(SilentAudio.wav(seconds: 30), etag: "\"1\"")
            audio.gates = [stall: gate]
            catalogue.server.answer("/audio/One", .audio(audio))
            let playing = try catalogue.program.launch("play --album Waves --repeat all")
            do {
                try await catalogue.wait { $0["state"] as? String == "buffering" && $0["elapsed"] as? Int == 1 }
                try await body(catalogue, gate)
            } catch {
                playing.send(SIGKILL)
                throw error
            }
            try await catalogue.program.run("player stop")
            let outcome = await playing.outcome()
            #expect(outcome.code == 0, "\(outcome.errors)")
            gate.open()
        }
    }
}
