import AudioFiles
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: I hear music over a poor connection", .timeLimit(.minutes(2)))
struct StalledStreamTests {
    /// The server sends somewhat more than a second before it stalls.
    private static let stall = 1 << 18

    @Test("Given a stream that stalls, then the player waits, and continues by itself")
    func continuesAfterStall() async throws {
        try await Self.stalling { catalogue, gate in
            let line = try await catalogue.program.run("player status").output
            #expect(line.hasPrefix("… ") && line.contains("  One"))
            gate.open()
            try await catalogue.wait { $0["state"] as? String == "playing" && $0["elapsed"] as? Int == 2 }
            #expect(catalogue.server.requests.count { $0.path == "/audio/One" } == 1)
        }
    }

    @Test("Given a stream that stalls, when I skip or pause it, then that works at once")
    func obeysDuringStall() async throws {
        try await Self.stalling { catalogue, _ in
            let program = catalogue.program
            #expect(try await program.rows("player pause").first?["state"] as? String == "paused")
            #expect(try await program.rows("player toggle").first?["state"] as? String == "buffering")
            #expect(try await program.rows("player next").first?["title"] as? String == "Two")
            try await catalogue.wait(for: "state", "playing")
        }
    }

    /// Plays a song whose audio stalls until the gate is open, and runs the body while the player waits for it.
    private static func stalling(
        _ body: @escaping @Sendable (PlayCatalogue, Gate) async throws -> Void
    ) async throws {
        try await PlayCatalogue.gathered { catalogue in
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
