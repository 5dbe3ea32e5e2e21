/// Sends each status to every consumer.
actor StatusObservers {
    private var last: PlayerStatus?
    private var hasEnded = false
    private var continuations: [AsyncStream<PlayerStatus>.Continuation] = []

    /// Emits the last status at once, then later ones. A slow consumer misses older ones.
    nonisolated func stream() -> AsyncStream<PlayerStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: PlayerStatus.self, bufferingPolicy: .bufferingNewest(1))
        Task { await add(continuation) }
        return stream
    }

    /// Sends a status if it has changed, and forgets the consumers that have stopped.
    func send(_ status: PlayerStatus) {
        guard status != last else { return }
        last = status
        continuations.removeAll { continuation in
            if case .terminated = continuation.yield(status) { true } else { false }
        }
    }

    func end() {
        hasEnded = true
        for continuation in continuations { continuation.finish() }
        continuations = []
    }

    private func add(_ continuation: AsyncStream<PlayerStatus>.Continuation) {
        if let last { continuation.yield(last) }
        if hasEnded { return continuation.finish() }
        continuations.append(continuation)
    }
}
