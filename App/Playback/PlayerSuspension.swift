import FermataDomain

/// Pauses the music while Ctrl-Z stops this program, since the player is a process that would play on without control.
actor PlayerSuspension {
    private let session: PlayMusicUsecase
    private var hasPaused = false

    init(_ session: PlayMusicUsecase) {
        self.session = session
    }

    /// Pauses the music if it plays.
    func pause() async {
        guard let state = try? await session.status().state, state == .playing || state == .buffering else { return }
        hasPaused = (try? await session.perform(.pause)) != nil
    }

    /// Resumes the music that `pause` has paused.
    func resume() async {
        if hasPaused { _ = try? await session.perform(.resume) }
        hasPaused = false
    }
}
