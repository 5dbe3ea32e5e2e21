import FermataDomain
import TestTraits
import Testing

@Suite("Deadlines", .deadline)
struct DeadlineTests {
    private struct TooLate: Error {}
    private struct Failure: Error {}
    /// Longer than a test may last.
    private let limit = Duration.seconds(3_600)

    @Test("returns a value or an error that arrives in time")
    func returnsInTime() async throws {
        let clock = ContinuousClock()
        #expect(try await withDeadline(limit, clock: clock, error: TooLate()) { 1 } == 1)
        await #expect(throws: Failure.self) {
            try await withDeadline(limit, clock: clock, error: TooLate()) { throw Failure() }
        }
        #expect(await awaitValue(within: limit, clock: clock) { 2 } == 2)
    }

    @Test("cancels an operation that takes too long, and throws the error", arguments: [1, 3_600])
    func cancelsLateOperation(seconds: Int) async throws {
        let clock = SleeplessClock()
        let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
        await #expect(throws: TooLate.self) {
            try await withDeadline(.seconds(seconds), clock: clock, error: TooLate()) { [limit] in
                try? await Task.sleep(for: limit)
                ending.yield(Task.isCancelled)
            }
        }
        #expect(await ends.first { _ in true } == true)
        #expect(clock.pauses == [.seconds(seconds)])
    }

    @Test("no longer waits for an operation after a time, and lets it continue")
    func leavesLateOperation() async {
        let (starts, starting) = AsyncStream.makeStream(of: Void.self)
        let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
        let value = await awaitValue(within: limit, clock: SleeplessClock()) {
            for await _ in starts {}
            ending.yield(Task.isCancelled)
            return 1
        }
        #expect(value == nil)
        starting.finish()
        #expect(await ends.first { _ in true } == false)
    }
}
