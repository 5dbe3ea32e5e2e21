import Dispatch

/// Runs blocking disk operations on their own threads.
///
/// The threads of tasks are as few as the cores and must not block.
enum BlockingIO {
    private static let queue = DispatchQueue(label: "disk", attributes: .concurrent)

    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
