/// Runs an operation, and cancels it and throws `error` once a time has passed.
package func withDeadline<Value: Sendable>(
    _ limit: Duration, clock: any Clock<Duration>, error: any Error,
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withMonitor {
        try await clock.sleep(for: limit)
        return error
    } operation: {
        try await operation()
    }
}

/// Runs an operation, and cancels it and throws the monitor's error once the monitor returns it.
package func withMonitor<Value: Sendable>(
    _ monitor: @escaping @Sendable () async throws -> any Error,
    operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { tasks in
        defer { tasks.cancelAll() }
        tasks.addTask(operation: operation)
        tasks.addTask { throw try await monitor() }
        guard let value = try await tasks.next() else { throw CancellationError() }
        return value
    }
}

/// Waits for an operation for at most a time, and returns its value; nil afterwards, while the operation continues.
package func awaitValue<Value: Sendable>(
    within limit: Duration, clock: any Clock<Duration>, of operation: @escaping @Sendable () async -> Value
) async -> Value? {
    let (values, continuation) = AsyncStream.makeStream(of: Value.self)
    Task {
        continuation.yield(await operation())
        continuation.finish()
    }
    let timer = Task {
        try await clock.sleep(for: limit)
        continuation.finish()
    }
    defer { timer.cancel() }
    return await values.first { _ in true }
}
