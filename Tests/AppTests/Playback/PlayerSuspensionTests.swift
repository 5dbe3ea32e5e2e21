import FermataContracts
import FermataDomain
import TestServer
import TestTraits
import Testing
import FermataApp

@Suite("Pausing the music while Ctrl-Z stops the program", .timeLimit(.minutes(3)))
struct PlayerSuspensionTests {
    private static let song = Music(id: MusicID(1), title: "Song", audioURL: "a", explicit: .clean)

    @Test("resumes music that was paused only after the stop")
    func resumesAfterLatePause() async throws {
        try await playing { session, player, gate in
            let suspension = PlayerSuspension(session, clock: SleeplessClock())
            #expect(await suspension.pause())
            try await waitUntil { pauses(of: player) == [true] }
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...2 { group.addTask { await suspension.resume() } }
                // The second call returns at once, and only after the first one has started.
                await group.next()
                #expect(pauses(of: player) == [true])
                gate.open()
            }
            #expect(pauses(of: player) == [true, false])
            let state = try await session.status().state
            #expect(state == .playing)
        }
    }

    @Test("pauses again if Ctrl-Z is pressed before a late pause ends")
    func pausesAgainAfterLatePause() async throws {
        try await playing { session, player, gate in
            let suspension = PlayerSuspension(session, clock: SleeplessClock())
            #expect(await suspension.pause())
            async let resumed: Void = suspension.resume()
            // Returns false until the program has resumed.
            try await waitUntil { await suspension.pause() }
            gate.open()
            await resumed
            await suspension.resume()
            #expect(pauses(of: player) == [true, false, true, false])
            #expect(try await session.status().state == .playing)
        }
    }

    /// Runs a body while a song plays on a player that replies to `setPaused` once the gate is open.
    private func playing(_ body: (PlayMusicUsecase, FakePlayer, Gate) async throws -> Void) async throws {
        let gate = Gate()
        let player = FakePlayer(beforePauseReply: { try? await waitUntil { gate.isOpen } })
        let session = PlayMusicUsecase(
            MusicRepositoryStub([Self.song]), playback: InMemoryPlaybackRepository()
        ) { player }
        let playing = Task { try await session.execute() }
        defer { playing.cancel() }
        _ = try await session.perform(.play([Self.song.id]))
        try await waitUntil { try await session.status().state == .playing }
        try await body(session, player, gate)
    }

    private func pauses(of player: FakePlayer) -> [Bool] {
        player.messages.compactMap { if case .setPaused(let isPaused) = $0 { isPaused } else { nil } }
    }
}
