package import FermataDomain

/// Pauses the music while Ctrl-Z stops this program, because mpv is another process and continues to play.
package actor PlayerSuspension {
    /// How long a player may delay the stop.
    private static let timeout = Duration.seconds(5)
    private let session: PlayMusicUsecase
    private let clock: any Clock<Duration>
    /// Pauses the music and returns whether it did; nil unless the program is about to stop or is stopped.
    private var pausing: Task<Bool, Never>?
    /// Resumes the music after the latest stop.
    private var resuming: Task<Void, Never>?

    package init(_ session: PlayMusicUsecase, clock: any Clock<Duration>) {
        (self.session, self.clock) = (session, clock)
    }

    /// Pauses the music if it plays. Returns false if the program is already about to stop.
    package func pause() async -> Bool {
        if pausing != nil { return false }
        let task = Task { [resuming] in
            await resuming?.value
            return await pauseMusic()
        }
        pausing = task
        // Does not wait for a player that does not respond.
        _ = await awaitValue(within: Self.timeout, clock: clock) { await task.value }
        return true
    }

    /// Resumes the music that `pause` has paused.
    package func resume() async {
        guard let pausing else { return }
        self.pausing = nil
        let resuming = Task {
            // A slow player may pause only after the stop. A player that has ended meanwhile has nothing to resume.
            if await pausing.value { _ = try? await session.perform(.resume) }
        }
        self.resuming = resuming
        await resuming.value
    }

    private func pauseMusic() async -> Bool {
        guard let state = try? await session.status().state, state == .playing || state == .buffering else {
            return false
        }
        return (try? await session.perform(.pause)) != nil
    }
}
