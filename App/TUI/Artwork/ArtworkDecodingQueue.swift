import Dispatch
import Synchronization

/// Decodes images one at a time on a dispatch queue, so that decoding does not block the cooperative thread pool.
enum ArtworkDecodingQueue {
    private static let queue = DispatchQueue(label: "artwork-decoding", qos: .utility)

    /// Runs `body` on the queue. Throws `CancellationError` if the task is cancelled before `body` starts.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
        try Task.checkCancellation()
        let isCancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: isCancelled.load(ordering: .relaxed) ? .failure(CancellationError()) : .success(body()))
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }
}
