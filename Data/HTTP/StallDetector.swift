import FermataDomain
import Foundation
import Synchronization

/// Measures how long a request waits for a source, and reports when that exceeds a limit.
///
/// Time between waits, such as the time in which a batch is stored, does not count. A body that arrives too slowly also
/// counts as stalled.
package final class StallDetector: Sendable {
    /// The number of received bytes that restart the limit of a body.
    package static let progressBytes = 16 << 10

    /// The part of a response that a request waits for.
    package enum Wait: Equatable {
        case head, body
    }

    private struct State {
        var wait: Wait?
        var elapsed = Duration.zero
        var received = 0

        mutating func reset() { (elapsed, received) = (.zero, 0) }
    }

    private let state = Mutex(State())
    private let timeouts: HTTPTimeouts

    package init(timeouts: HTTPTimeouts) {
        self.timeouts = timeouts
    }

    /// Starts measuring a wait, or stops measuring if `wait` is nil.
    package func measure(_ wait: Wait?) {
        state.withLock { state in
            if wait == .head || state.wait == .head { state.reset() }
            state.wait = wait
        }
    }

    /// Adds received bytes of the body. Every 16 KiB restart the limit.
    package func receive(_ count: Int) {
        state.withLock { state in
            state.received += count
            if state.received >= Self.progressBytes { state.reset() }
        }
    }

    /// Adds elapsed time, and returns the current wait if it has reached its limit.
    package func advance(by time: Duration) -> Wait? {
        state.withLock { state in
            guard let wait = state.wait else { return nil }
            state.elapsed += time
            return state.elapsed >= limit(of: wait) ? wait : nil
        }
    }

    /// Runs a request, and cancels it once a wait reaches its limit.
    ///
    /// `address` is the source's address as shown to people. Throws `SourceFailure` for a wait that is too long.
    func watch<Value: Sendable>(
        _ address: String, on clock: any Clock<Duration>, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withMonitor(
            { self.failure(of: address, after: try await self.stalledWait(on: clock)) }, operation: body)
    }

    private func failure(of address: String, after wait: Wait) -> SourceFailure {
        let limit = limit(of: wait)
        return SourceFailure(wait == .head ? .timedOut(after: limit) : .stalled(for: limit), address: address)
    }

    /// Returns a wait that has reached its limit, at most an eighth of the shorter limit late.
    private func stalledWait(on clock: any Clock<Duration>) async throws -> Wait {
        let tick = min(timeouts.firstByte, timeouts.stall) / 8
        while true {
            try await clock.sleep(for: tick)
            if let wait = advance(by: tick) { return wait }
        }
    }

    private func limit(of wait: Wait) -> Duration {
        switch wait {
        case .head: timeouts.firstByte
        case .body: timeouts.stall
        }
    }
}

/// The waiting times after which a source counts as unreachable.
package struct HTTPTimeouts: Equatable, Sendable {
    package var connect: Duration
    /// From the request, redirects included, to the head of the response.
    package var firstByte: Duration
    /// For each 16 KiB of the body.
    package var stall: Duration

    package init(
        connect: Duration = .seconds(10), firstByte: Duration = .seconds(30), stall: Duration = .seconds(30)
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.stall = stall
    }
}
