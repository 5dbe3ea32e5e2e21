import Synchronization

/// Shares one computation among all callers that request the same value at the same time.
///
/// Source: https://pkg.go.dev/golang.org/x/sync/singleflight
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let number: Int
        let task: Task<Value, any Error>
        /// The number of callers that were not cancelled.
        var callers = 1
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var started = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the value or throws the error of `compute`, or of a computation that already runs for the key.
    ///
    /// A computation is cancelled once all its callers are cancelled. A cancelled caller waits until the computation
    /// ends. Neither values nor errors are stored: a call after the end computes again.
    package func value(
        for key: Key, _ compute: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let flight = join(key, compute)
        return try await withTaskCancellationHandler {
            try await flight.task.value
        } onCancel: {
            leave(flight.number, of: key)
        }
    }

    private func join(_ key: Key, _ compute: @escaping @Sendable () async throws -> Value) -> Flight {
        state.withLock { state in
            if var flight = state.flights[key] {
                flight.callers += 1
                state.flights[key] = flight
                return flight
            }
            state.started += 1
            let number = state.started
            let task = Task {
                defer { end(number, of: key) }
                return try await compute()
            }
            let flight = Flight(number: number, task: task)
            state.flights[key] = flight
            return flight
        }
    }

    /// Removes a cancelled caller, and cancels the computation with the last one: a later call must not join it.
    private func leave(_ number: Int, of key: Key) {
        let task: Task<Value, any Error>? = state.withLock { state in
            guard var flight = state.flights[key], flight.number == number else { return nil }
            flight.callers -= 1
            state.flights[key] = flight.callers > 0 ? flight : nil
            return flight.callers > 0 ? nil : flight.task
        }
        task?.cancel()
    }

    private func end(_ number: Int, of key: Key) {
        state.withLock { state in
            if state.flights[key]?.number == number { state.flights[key] = nil }
        }
    }
}
