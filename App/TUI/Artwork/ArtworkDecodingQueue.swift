import Dispatch
import Synchronization

/// Does the work on pictures, one after the other, on a thread of its own: those of tasks are few.
enum ArtworkDecodingQueue {
    private static let queue = DispatchQueue(label: "pictures", qos: .utility)

    /// Throws `CancellationError` for what is wanted no more when its turn comes.
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
