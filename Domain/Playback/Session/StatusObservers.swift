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
            let isShown = state.last.map { status.differs(from: $0) } ?? true
            state.last = status
            guard isShown else { return [AsyncStream<PlayerStatus>.Continuation]() }
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

extension PlayerStatus {
    /// Positions are sent at most this often while nothing else changes.
    private static let step = Duration.milliseconds(250)

    /// Whether more has changed than the position within a step.
    fileprivate func differs(from other: PlayerStatus) -> Bool {
        var moved = other
        moved.elapsed = elapsed
        return self != moved || Int(elapsed / Self.step) != Int(other.elapsed / Self.step)
    }
}
