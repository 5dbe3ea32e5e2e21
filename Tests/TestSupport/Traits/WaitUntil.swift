/// Waits until a condition is true, and checks it at an interval. Throws `TimeoutError` after a minute.
///
/// A condition that starts a process needs a longer interval, because other tests share the processors.
public func waitUntil(
    every interval: Duration = .milliseconds(10), fileID: String = #fileID, line: Int = #line,
    _ condition: () async throws -> Bool
) async throws {
    try await waitForValue(every: interval, fileID: fileID, line: line) { try await condition() ? () : nil }
}

/// Waits until `value` is not nil, and returns it. Throws `TimeoutError` after a minute.
@discardableResult
public func waitForValue<Value>(
    every interval: Duration = .milliseconds(10), fileID: String = #fileID, line: Int = #line,
    _ value: () async throws -> Value?
) async throws -> Value {
    // Long enough for a busy machine; a state that never occurs fails its test instead of blocking the run.
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
        if let value = try await value() { return value }
        try await Task.sleep(for: interval)
    }
    throw TimeoutError("the wait at \(fileID):\(line) timed out")
}

/// A state did not occur within a minute.
public struct TimeoutError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
