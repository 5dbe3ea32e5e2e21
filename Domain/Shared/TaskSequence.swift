/// An asynchronous sequence whose elements a task sends.
///
/// Each iteration runs `produce` in a separate task. The iterator returns the elements in the order sent, then throws
/// the error of `produce`, if any. Cancelling the iterating task cancels `produce` and waits until it has returned;
/// dropping the iterator cancels `produce` without waiting.
package struct TaskSequence<Element: Sendable>: AsyncSequence, Sendable {
    package typealias Failure = any Error
    /// Sends an element; calls `didReceive` when the iterator returns it, so that the sender can wait for the consumer.
    ///
    /// Throws `CancellationError` after the iteration has ended.
    package typealias Send = @Sendable (_ element: Element, _ didReceive: @escaping @Sendable () -> Void) throws -> Void

    private let produce: @Sendable (@escaping Send) async throws -> Void

    package init(_ produce: @escaping @Sendable (@escaping Send) async throws -> Void) {
        self.produce = produce
    }

    /// Creates a sequence whose task is never more than one element ahead of the iterator.
    ///
    /// `send` returns when the iterator has returned the element, and throws `CancellationError` after the iteration.
    package static func oneAhead(
        _ produce: @escaping @Sendable (_ send: @escaping @Sendable (Element) async throws -> Void) async throws -> Void
    ) -> TaskSequence {
        TaskSequence { send in
            try await produce { element in
                let (receipts, receipt) = AsyncStream.makeStream(of: Void.self)
                try send(element) { receipt.finish() }
                for await _ in receipts {}
                try Task.checkCancellation()
            }
        }
    }

    package func makeAsyncIterator() -> Iterator {
        let (elements, continuation) = AsyncStream.makeStream(of: SentElement.self)
        let task = Task { [produce] in
            defer { continuation.finish() }
            try await produce { element, didReceive in
                let result = continuation.yield(SentElement(element: element, didReceive: didReceive))
                guard case .enqueued = result else { throw CancellationError() }
            }
        }
        continuation.onTermination = { _ in
            // This handler runs before the stream refuses elements. Without this call, a cancelled task could still
            // send one, and then wait without end until the iterator receives it.
            continuation.finish()
            task.cancel()
        }
        return Iterator(elements: elements.makeAsyncIterator(), task: task)
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var elements: AsyncStream<SentElement>.Iterator
        fileprivate let task: Task<Void, any Error>

        package mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Element? {
            if let sent = await elements.next(isolation: actor) {
                sent.didReceive()
                return sent.element
            }
            try await task.value
            try Task.checkCancellation()
            return nil
        }
    }

    fileprivate struct SentElement: Sendable {
        let element: Element
        let didReceive: @Sendable () -> Void
    }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// Returns a stream that a task fills. It ends with the task, and the end of its iteration cancels the task.
    package static func fromTask(
        bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
        _ produce: @escaping @Sendable (Continuation) async throws -> Void
    ) -> AsyncThrowingStream {
        AsyncThrowingStream(bufferingPolicy: bufferingPolicy) { continuation in
            let task = Task {
                do {
                    try await produce(continuation)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
