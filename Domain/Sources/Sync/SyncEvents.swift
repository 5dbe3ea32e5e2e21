/// An event of a running sync.
public enum SyncEvent: Equatable, Sendable {
    case progress(SyncProgress)
    case result(SyncResult)
}

/// The events of a sync, which starts when they are iterated.
///
/// Cancelling the iterating task cancels the sync; the last call of `next()` then returns only after the sync has
/// stopped writing. Dropping the iterator cancels it, too.
public struct SyncEvents: AsyncSequence, Sendable {
    typealias Work = @Sendable (_ emit: @escaping @Sendable (SyncEvent) -> Void) async throws -> Void
    private let work: Work

    init(_ work: @escaping Work) {
        self.work = work
    }

    public func makeAsyncIterator() -> Iterator { Iterator(work) }

    public struct Iterator: AsyncIteratorProtocol {
        private var events: AsyncStream<SyncEvent>.Iterator
        private let task: Task<Void, any Error>

        init(_ work: @escaping Work) {
            let (stream, continuation) = AsyncStream.makeStream(of: SyncEvent.self)
            let task = Task {
                defer { continuation.finish() }
                try await work { continuation.yield($0) }
            }
            continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
            self.task = task
            events = stream.makeAsyncIterator()
        }

        public mutating func next() async throws -> SyncEvent? {
            if let event = await events.next() { return event }
            if Task.isCancelled { task.cancel() }
            try await task.value
            return nil
        }
    }
}
