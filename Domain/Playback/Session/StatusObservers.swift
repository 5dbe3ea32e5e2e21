import Synchronization

/// Sends each status to every consumer.
final class StatusObservers: Sendable {
    private struct State {
        var last: PlayerStatus?
        var next = 0
        var hasEnded = false
        var continuations: [Int: AsyncStream<PlayerStatus>.Continuation] = [:]
    }

    private let state = Mutex(State())

    func stream() -> AsyncStream<PlayerStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: PlayerStatus.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            if let last = state.last { continuation.yield(last) }
            if state.hasEnded { continuation.finish() }
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    func send(_ status: PlayerStatus) {
        let continuations = state.withLock { state in
            guard state.last != status else { return [AsyncStream<PlayerStatus>.Continuation]() }
            state.last = status
            return Array(state.continuations.values)
        }
        for continuation in continuations { continuation.yield(status) }
    }

    func end() {
        let continuations = state.withLock { state in
            state.hasEnded = true
            return Array(state.continuations.values)
        }
        for continuation in continuations { continuation.finish() }
    }

    private func remove(_ number: Int) {
        _ = state.withLock { $0.continuations.removeValue(forKey: number) }
    }
}
