import FermataDomain

/// Pauses the music while Ctrl-Z stops this program, because mpv is another process and continues to play.
actor PlayerSuspension {
    /// How long a player may delay the stop.
    private static let timeout = Duration.seconds(1)
    private let session: PlayMusicUsecase
    private let clock: any Clock<Duration>
    private var isStopping = false
    private var hasPaused = false

    init(_ session: PlayMusicUsecase, clock: any Clock<Duration>) {
        (self.session, self.clock) = (session, clock)
    }

    /// Pauses the music if it plays. Returns false if the program is already about to stop.
    func pause() async -> Bool {
        if isStopping { return false }
        isStopping = true
        let (paused, finish) = AsyncStream.makeStream(of: Void.self)
        let timeout = Task { [clock] in
            try await clock.sleep(for: Self.timeout)
            finish.finish()
        }
        // Does not wait for a player that does not respond.
        Task {
            await pauseMusic()
            finish.finish()
        }
        for await _ in paused {}
        timeout.cancel()
        return true
    }

    /// Resumes the music that `pause` has paused.
    func resume() async {
        let hadPaused = hasPaused
        (isStopping, hasPaused) = (false, false)
        // A player that has ended meanwhile has nothing to resume.
        if hadPaused { _ = try? await session.perform(.resume) }
    }

    private func pauseMusic() async {
        guard let state = try? await session.status().state, state == .playing || state == .buffering else { return }
        hasPaused = (try? await session.perform(.pause)) != nil
    }
}
