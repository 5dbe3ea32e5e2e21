import FermataDomain
import FermataPresentation

/// Presses keys while the demo plays a song: first `l`, which shows the lyrics, and finally `q`.
struct DemoListener {
    /// How long to wait for the position, in addition to the time until it. Includes the start of mpv.
    private static let patience = Duration.seconds(30)
    private let clock: ProgramClock

    init(_ clock: ProgramClock) {
        self.clock = clock
    }

    /// Runs the body with the keys, of which `q` is pressed at a position of the song, or after a time-out.
    ///
    /// Returns whether the position was reached.
    func whileListening(
        to session: PlayMusicUsecase, upTo position: Duration, _ body: (AsyncStream<TUIKey>) async throws -> Void
    ) async throws -> Bool {
        let (keys, press) = AsyncStream.makeStream(of: TUIKey.self)
        press.yield("l")
        let statuses = session.statuses()
        let arrival = Task {
            let isThere = await statuses.contains { $0.elapsed >= position }
            press.yield("q")
            return isThere
        }
        let timeout = Task { [clock] in
            try await clock.sleep.sleep(for: position + Self.patience)
            press.yield("q")
        }
        defer {
            arrival.cancel()
            timeout.cancel()
        }
        try await body(keys)
        arrival.cancel()
        return await arrival.value
    }
}
