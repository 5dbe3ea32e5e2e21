/// Sends each status to every consumer.
actor StatusObservers {
    private var last: PlayerStatus?
    private var hasEnded = false
    private var next = 0
    private var continuations: [Int: AsyncStream<PlayerStatus>.Continuation] = [:]

    /// Emits the last status at once, then later ones. A slow consumer misses older ones.
    nonisolated func stream() -> AsyncStream<PlayerStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: PlayerStatus.self, bufferingPolicy: .bufferingNewest(1))
        Task { await add(continuation) }
        return stream
    }

    func send(_ status: PlayerStatus) {
        guard status != last else { return }
        last = status
        for continuation in continuations.values { continuation.yield(status) }
    }

    func end() {
        hasEnded = true
        for continuation in continuations.values { continuation.finish() }
    }

    private func add(_ continuation: AsyncStream<PlayerStatus>.Continuation) {
        if let last { continuation.yield(last) }
        if hasEnded { return continuation.finish() }
        next += 1
        let number = next
        continuations[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.remove(number) } }
    }

    private func remove(_ number: Int) { continuations[number] = nil }
}
