/// A fetch from a remote repository: the batches of its records in order, then how the fetch ended.
///
/// Each iteration starts a new fetch. The next batch is fetched while the current one is processed; the fetch is never
/// more than one batch ahead. The last element is `.end`, unless the iterator throws; batches before an error stay
/// valid. Cancelling the iterating task, or dropping the iterator, cancels the fetch.
public struct RemoteFetch<Batch: SyncBatch>: AsyncSequence, Sendable {
    public typealias Failure = any Error
    /// Sends a batch, and returns when the iterator has returned it. Throws `CancellationError` after the iteration.
    public typealias Send = @Sendable (Batch) async throws -> Void

    private let elements: TaskSequence<RemoteFetchElement<Batch>>
    /// Whether the fetch retries each of its requests, so that a failed one must not start it again.
    public let retriesRequests: Bool

    /// Creates a fetch that sends its batches and returns how it ended.
    public init(
        retriesRequests: Bool = false,
        _ fetch: @escaping @Sendable (_ send: @escaping Send) async throws -> RemoteFetchResult
    ) {
        self.retriesRequests = retriesRequests
        elements = .oneAhead { send in
            let result = try await fetch { try await send(.batch($0)) }
            try await send(.end(result))
        }
    }

    public func makeAsyncIterator() -> RemoteFetchIterator {
        RemoteFetchIterator(elements: elements.makeAsyncIterator())
    }

    public struct RemoteFetchIterator: AsyncIteratorProtocol {
        fileprivate var elements: TaskSequence<RemoteFetchElement<Batch>>.Iterator

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> RemoteFetchElement<Batch>? {
            try await elements.next(isolation: actor)
        }
    }
}

/// A batch of a fetch, or how the fetch ended.
public enum RemoteFetchElement<Batch: SyncBatch>: Sendable {
    case batch(Batch)
    case end(RemoteFetchResult)
}

/// The result of a fetch from a remote repository.
public enum RemoteFetchResult: Equatable, Sendable {
    case unchanged
    /// The fetch returned all records; the next fetch can pass on `revision`.
    case complete(revision: String?)
    /// The fetch returned valid records, and the source may have more. The library removes none.
    case partial
}
