package import FermataDomain

/// The player in a process of its own, whose music plays on after this program ends.
package struct BackgroundPlayer: Sendable {
    /// The number of times that a new process is asked whether it is ready, and the pause between them.
    private static let (attempts, pause) = (200, Duration.milliseconds(50))
    /// The number of times that it is asked whether its music sounds.
    private static let soundAttempts = 40
    private let control: any PlayerControl
    private let clock: any Clock<Duration>
    private let launch: @Sendable () throws -> Void

    /// `control` controls the player of another program. `launch` starts the process. Throws `PlayerError.cannotStart`.
    package init(
        control: any PlayerControl, clock: any Clock<Duration>, launch: @escaping @Sendable () throws -> Void
    ) {
        (self.control, self.clock, self.launch) = (control, clock, launch)
    }

    /// Starts the process, and performs commands, one of which plays. Returns the status once music sounds, or after two
    /// seconds.
    ///
    /// Throws `PlayerError`: `.alreadyRunning` if another program plays, `.cannotStart`, or why nothing sounds.
    package func start(_ commands: [PlayerCommand]) async throws -> PlayerStatus {
        if try await status() != nil { throw PlayerError.alreadyRunning }
        try launch()
        for _ in 1...Self.attempts {
            if var status = try await status() {
                for command in commands { status = try await control.perform(command) }
                return try await soundingStatus(after: status)
            }
            try await clock.sleep(for: Self.pause)
        }
        throw PlayerError.cannotStart
    }

    private func soundingStatus(after first: PlayerStatus) async throws -> PlayerStatus {
        var status = first
        for _ in 1...Self.soundAttempts where ![.stopped, .paused].contains(status.state) {
            if status.elapsed != first.elapsed { break }
            try await clock.sleep(for: Self.pause)
            // Music that has ended already has sounded.
            guard let next = try await self.status() else { break }
            status = next
        }
        if status.state == .stopped { throw status.failure?.endingError ?? PlayerError.nothingPlayable }
        return status
    }

    /// The status of the program that plays; nil if none does.
    private func status() async throws -> PlayerStatus? {
        do { return try await control.status() } catch PlayerError.notRunning { return nil }
    }
}
