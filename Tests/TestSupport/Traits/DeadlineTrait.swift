import Dispatch
public import Testing

/// Ends the test run if a test does not finish in time.
///
/// Swift Testing's own time limit counts in minutes and cancels the test's task. A deadlock ignores cancellation, so
/// this trait terminates the process and names the test.
public struct DeadlineTrait: SuiteTrait, TestTrait, TestScoping {
    fileprivate let limit: Duration

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let watchdog = Task { [limit] in
            // Each step waits for the threads that tests share, so a test has more time on a busy machine.
            for _ in 0..<100 { try await Task.sleep(for: limit / 100) }
            try Task.checkCancellation()
            Self.fail(test)
        }
        // The watchdog itself cannot run while all these threads are blocked.
        let last = DispatchWorkItem { Self.fail(test) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 12 * (limit / .seconds(1)), execute: last)
        defer {
            watchdog.cancel()
            last.cancel()
        }
        try await function()
    }

    private static func fail(_ test: Test) {
        fatalError("“\(test.displayName ?? test.name)” did not finish in time. It may be deadlocked.")
    }
}

extension Trait where Self == DeadlineTrait {
    /// Fails the run unless each test finishes within 10 seconds, longer on a busy machine.
    public static var deadline: Self { DeadlineTrait(limit: .seconds(10)) }
}
