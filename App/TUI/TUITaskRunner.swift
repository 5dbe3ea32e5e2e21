import FermataDomain
import FermataPresentation
import Synchronization

/// Runs the TUI's background work and reports results as events.
///
/// A new read cancels the previous read with the same id. Changes run in the order requested and are awaited on exit.
final class TUITaskRunner: Sendable {
    typealias Report = @Sendable (TUIProgram.Event) -> Void
    typealias Failure = @Sendable (ProblemModel) -> TUIEvent

    /// Identifies a read; at most one per screen and kind runs at a time.
    struct ReadID: Hashable {
        enum Kind: CaseIterable { case rows, count, suggestions }

        /// The reads of the search field.
        static let suggestions = ReadID(screen: 0, kind: .suggestions)
        let screen: Int
        let kind: Kind
    }

    private struct RunningTask {
        let task: Task<Void, Never>
        /// Whether the task is awaited on exit; reads are cancelled instead.
        let isChange: Bool
    }

    private struct State {
        var running: [Int: RunningTask] = [:]
        var nextNumber = 0
        var reads: [ReadID: Task<Void, Never>] = [:]
        /// The change that the next ordered change waits for.
        var lastChange: Task<Void, Never>?
        var failure: (any Error)?
        var isEnding = false
    }

    private let state = Mutex(State())
    private let report: Report

    init(report: @escaping Report) {
        self.report = report
    }

    /// The error of the first change that failed after `end()` was called.
    var failure: (any Error)? { state.withLock { $0.failure } }
    /// Whether a change runs.
    var isChanging: Bool { state.withLock { $0.running.values.contains(where: \.isChange) } }

    /// Starts a read, cancelling the running read with the same id.
    func startRead(
        _ id: ReadID, failure: @escaping Failure,
        _ body: @escaping @Sendable (@escaping Report) async throws -> Void
    ) {
        state.withLock { state in
            let task = start(&state, isChange: false, failure, body)
            return state.reads.updateValue(task, forKey: id)
        }?.cancel()
    }

    /// Cancels the reads of a screen.
    func cancelReads(ofScreen screen: Int) {
        for kind in ReadID.Kind.allCases {
            state.withLock { $0.reads.removeValue(forKey: ReadID(screen: screen, kind: kind)) }?.cancel()
        }
    }

    /// Performs a change after all earlier ones, or concurrently if `inOrder` is false.
    func perform(
        inOrder: Bool = true, failure: @escaping Failure = { .problem($0) },
        _ body: @escaping @Sendable () async throws -> TUIEvent
    ) {
        state.withLock { state in
            let previous = inOrder ? state.lastChange : nil
            let task = start(&state, isChange: true, failure) { report in
                await previous?.value
                report(.model(try await body()))
            }
            if inOrder { state.lastChange = task }
        }
    }

    /// Starts background work that is cancelled on exit.
    func start(
        failure: @escaping Failure = { .problem($0) },
        _ body: @escaping @Sendable (@escaping Report) async throws -> Void
    ) {
        state.withLock { _ = start(&$0, isChange: false, failure, body) }
    }

    /// Waits for all changes, and for those that they start, and cancels everything else.
    func end() async {
        while true {
            let running = state.withLock { state in
                state.isEnding = true
                return Array(state.running.values)
            }
            if running.isEmpty { return }
            for other in running where !other.isChange { other.task.cancel() }
            for one in running { await one.task.value }
        }
    }

    private func start(
        _ state: inout State, isChange: Bool, _ failure: @escaping Failure,
        _ body: @escaping @Sendable (@escaping Report) async throws -> Void
    ) -> Task<Void, Never> {
        let number = state.nextNumber
        state.nextNumber += 1
        let task = Task { [self] in
            defer { self.state.withLock { $0.running[number] = nil } }
            do {
                try await body(report)
            } catch is CancellationError {
            } catch {
                if isChange { recordFailure(error) }
                if case LibraryError.damaged = error { return report(.failed(error)) }
                if !Task.isCancelled { report(.model(failure(ProblemModel(error)))) }
            }
        }
        state.running[number] = RunningTask(task: task, isChange: isChange)
        return task
    }

    /// Records the first failure after the screen closed, to report it on exit.
    private func recordFailure(_ error: any Error) {
        state.withLock { state in
            if state.isEnding { state.failure = state.failure ?? error }
        }
    }
}

/// A queue whose consumer receives all waiting events at once, so that many events need one redraw.
final class TUIEventQueue<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakeUps, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ event: Event) {
        events.withLock { $0.append(event) }
        continuation.yield()
    }

    /// Calls `body` with all waiting events each time events arrive, until it returns false.
    func forEachBatch(_ body: ([Event]) throws -> Bool) async rethrows {
        for await _ in wakeUps {
            let batch = events.withLock { events in
                defer { events = [] }
                return events
            }
            guard try body(batch) else { return }
        }
    }

    /// Waits until a matching event arrives or the time-out ends. Call it last: it ends the sequence of wake-ups.
    func wait(
        for isMatch: @escaping @Sendable (Event) -> Bool, timeout: Duration, clock: any Clock<Duration>
    ) async {
        try? await withDeadline(timeout, clock: clock, error: CancellationError()) {
            await self.forEachBatch { !$0.contains(where: isMatch) }
        }
    }
}
