import FermataDomain
import Foundation
import Synchronization

/// Measures how long a source has kept one waiting; time in which nobody waits for it does not count.
package final class StallDetector: Sendable {
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

    /// Runs what waits for a source, and ends it once a wait has become too long.
    ///
    /// `address` is that of the source, as it may be shown. Throws `SourceFailure.unreachable` for such a wait.
    func watch<Value: Sendable>(
        _ address: String, on clock: any Clock<Duration>, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { tasks in
            defer { tasks.cancelAll() }
            tasks.addTask(operation: body)
            tasks.addTask { throw self.failure(of: address, after: try await self.tooLong(on: clock)) }
            guard let value = try await tasks.next() else { throw CancellationError() }
            return value
        }
    }

    private func failure(of address: String, after wait: Wait) -> SourceFailure {
        let time = limit(of: wait).formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .wide))
        let reason = wait == .head ? "did not answer within \(time)" : "stalled: nothing came for \(time)"
        return SourceFailure(.unreachable, address: address, reason: reason)
    }

    /// Answers once a wait has become too long, at most an eighth of the shorter limit late.
    private func tooLong(on clock: any Clock<Duration>) async throws -> Wait {
        let tick = min(timeouts.firstByte, timeouts.stall) / 8
        while true {
            try await clock.sleep(for: tick)
            if let wait = pass(tick) { return wait }
        }
    }

    private func limit(of wait: Wait) -> Duration {
        switch wait {
        case .head: timeouts.firstByte
        case .body: timeouts.stall
        }
    }
}
