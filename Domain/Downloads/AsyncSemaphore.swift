/// A counting semaphore that one task acquires and any task releases.
struct AsyncSemaphore {
    private let permits: AsyncStream<Void>.Continuation
    private var available: AsyncStream<Void>.Iterator

    init(_ count: Int) {
        let (stream, permits) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<count { permits.yield() }
        self.permits = permits
        available = stream.makeAsyncIterator()
    }

    /// Returns a permit to the semaphore.
    var release: @Sendable () -> Void { { [permits] in permits.yield() } }

    /// Ends every wait without a permit.
    var close: @Sendable () -> Void { { [permits] in permits.finish() } }

    /// Waits for a permit; returns false if the semaphore is closed or the task is cancelled.
    mutating func acquire() async -> Bool { await available.next() != nil }
}
