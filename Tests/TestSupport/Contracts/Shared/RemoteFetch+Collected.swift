package import FermataDomain

extension RemoteFetch {
    /// All batches, and how the fetch ended; nil if it ended without a result.
    package func collected() async throws -> (batches: [Batch], end: RemoteFetchResult?) {
        var (batches, end) = ([Batch](), RemoteFetchResult?.none)
        for try await element in self {
            switch element {
            case .batch(let batch): batches.append(batch)
            case .end(let result): end = result
            }
        }
        return (batches, end)
    }

    /// Whether the fetch ends when its consumer stops, and when its task is cancelled.
    func endsWithItsConsumer() async throws -> Bool {
        for try await _ in self { break }
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in self {}
        }
        do {
            try await cancelled.value
            return false
        } catch is CancellationError {
            return true
        }
    }
}
