import Dispatch

/// Runs what waits for the disk on a thread of its own kind.
///
/// Those that tasks run on are as few as the cores.
enum BlockingIO {
    private static let queue = DispatchQueue(label: "disk", attributes: .concurrent)

    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
