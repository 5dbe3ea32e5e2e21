/// Waits until a condition is true, and checks it every few milliseconds. Throws `TimeoutError` after a minute.
public func waitUntil(
    fileID: String = #fileID, line: Int = #line, _ condition: () async throws -> Bool
) async throws {
    try await waitForValue(fileID: fileID, line: line) { try await condition() ? () : nil }
}

/// Waits until `value` is not nil, and returns it. Throws `TimeoutError` after a minute.
@discardableResult
public func waitForValue<Value>(
    fileID: String = #fileID, line: Int = #line, _ value: () async throws -> Value?
) async throws -> Value {
    // Long enough for a busy machine; a state that never occurs fails its test instead of blocking the run.
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
        if let value = try await value() { return value }
        try await Task.sleep(for: .milliseconds(10))
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
