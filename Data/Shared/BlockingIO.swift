import Dispatch
import Synchronization

/// Runs blocking disk operations on their own threads.
///
/// The threads of tasks are as few as the cores and must not block.
enum BlockingIO {
    private static let queue = DispatchQueue(label: "disk", attributes: .concurrent)
    @TaskLocal private static var cancellation: Cancellation?

    private final class Cancellation: Sendable {
        let isCancelled = Atomic(false)
    }

    /// Whether the task of the cancellable operation that this thread runs was cancelled.
    static var isCancelled: Bool { cancellation?.isCancelled.load(ordering: .relaxed) ?? false }

    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Runs an operation that ends early, with any result, where it finds that `isCancelled` is true.
    ///
    /// Throws `CancellationError` after the task was cancelled.
    static func runCancellable<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        let result = try await withTaskCancellationHandler {
            try await run { Result { try $cancellation.withValue(cancellation) { try body() } } }
        } onCancel: {
            cancellation.isCancelled.store(true, ordering: .relaxed)
        }
        try Task.checkCancellation()
        return try result.get()
    }
}
