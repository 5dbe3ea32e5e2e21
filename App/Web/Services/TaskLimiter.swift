import Synchronization

/// Lets a limited number of tasks run at once; others wait in the order of their calls. Thread-safe.
package final class TaskLimiter: Sendable {
    private struct State {
        var free: Int
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        /// Those that were cancelled before they waited.
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let state: Mutex<State>

    /// `limit` is the number of tasks that run at once.
    package init(_ limit: Int) { state = Mutex(State(free: limit)) }

    /// Runs a body once fewer tasks than the limit run. Throws `CancellationError` if the task is cancelled before that.
    package func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            cancel(number)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
    }

    private func cancel(_ number: Int) {
        let waiting: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return nil
            }
            return state.waiting.remove(at: index).continuation
        }
        waiting?.resume(throwing: CancellationError())
    }

    private func release() {
        let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
            if state.waiting.isEmpty { state.free += 1 }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}
