import Synchronization

/// Measures how long a source has kept one waiting; time in which nobody waits for it does not count.
package final class WaitMeter: Sendable {
    package enum Wait: Equatable {
        case head, body
    }

    private struct State {
        var wait: Wait?
        var waited = Duration.zero
    }

    private let state = Mutex(State())
    private let timeouts: HTTPTimeouts

    package init(timeouts: HTTPTimeouts) {
        self.timeouts = timeouts
    }

    /// Begins to measure anew, or stops where nothing is waited for.
    package func restart(_ wait: Wait?) {
        state.withLock { $0 = State(wait: wait) }
    }

    /// Counts time that has passed, and answers the wait that has become too long with it.
    package func pass(_ time: Duration) -> Wait? {
        state.withLock { state in
            guard let wait = state.wait else { return nil }
            state.waited += time
            return state.waited >= limit(of: wait) ? wait : nil
        }
    }

    /// Answers once a wait has become too long, at most an eighth of the shorter limit late.
    func tooLong(on clock: any Clock<Duration>) async throws -> Wait {
        let tick = min(timeouts.firstByte, timeouts.stall) / 8
        while true {
            try await clock.sleep(for: tick)
            if let wait = pass(tick) { return wait }
        }
    }

    func limit(of wait: Wait) -> Duration {
        switch wait {
        case .head: timeouts.firstByte
        case .body: timeouts.stall
        }
    }
}
