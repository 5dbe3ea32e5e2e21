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
        let isShown = last.map { status.differs(from: $0) } ?? true
        last = status
        guard isShown else { return }
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

extension PlayerStatus {
    /// Positions are sent at most this often while nothing else changes.
    private static let step = Duration.milliseconds(250)

    /// Whether more has changed than the position within a step.
    fileprivate func differs(from other: PlayerStatus) -> Bool {
        !isSameExceptPosition(as: other) || Int(elapsed / Self.step) != Int(other.elapsed / Self.step)
    }
}
