import FermataDomain
import FermataPresentation
import Synchronization

/// What is under way beside the screen, and how it is reported.
final class TUITaskRunner: Sendable {
    typealias Report = @Sendable (TUIProgram.Event) -> Void
    typealias Failure = @Sendable (String) -> TUIEvent

    /// What is read for a screen, once at a time.
    struct Reading: Hashable {
        let page: Int
        let isCount: Bool
    }

    private struct Running {
        let task: Task<Void, Never>
        /// A change is waited for when the browser ends; all else is given up.
        let isChange: Bool
    }

    private struct State {
        var running: [Int: Running] = [:]
        var nextNumber = 0
        var readings: [Reading: Task<Void, Never>] = [:]
        /// The change that the next one waits for.
        var lastInOrder: Task<Void, Never>?
        var failure: (any Error)?
        var isEnding = false
    }

    private let state = Mutex(State())
    private let report: Report

    init(report: @escaping Report) {
        self.report = report
    }

    /// The change that failed after the browser had ended, if one did.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Reads something for a screen: what was read for it before is wanted no more.
    func read(
        _ reading: Reading, failure: @escaping Failure,
        _ body: @escaping @Sendable (@escaping Report) async throws -> Void
    ) {
        state.withLock { state in
            let task = start(&state, isChange: false, failure, body)
            return state.readings.updateValue(task, forKey: reading)
        }?.cancel()
    }

    /// Gives up what is read for a screen.
    func forget(page: Int) {
        for isCount in [false, true] {
            state.withLock { $0.readings.removeValue(forKey: Reading(page: page, isCount: isCount)) }?.cancel()
        }
    }

    /// Makes a change after those that were asked for earlier, or else beside them.
    func change(
        inOrder: Bool = true, failure: @escaping Failure = { .problem($0) },
        _ body: @escaping @Sendable () async throws -> TUIEvent
    ) {
        state.withLock { state in
            let earlier = inOrder ? state.lastInOrder : nil
            let task = start(&state, isChange: true, failure) { report in
                await earlier?.value
                report(.event(try await body()))
            }
            if inOrder { state.lastInOrder = task }
        }
    }

    /// Does something for as long as the browser is shown.
    func aside(
        failure: @escaping Failure = { .problem($0) },
        _ body: @escaping @Sendable (@escaping Report) async throws -> Void
    ) {
        state.withLock { _ = start(&$0, isChange: false, failure, body) }
    }

    /// Waits for changes that were asked for, and gives up all else.
    func end() async {
        let running = state.withLock { state in
            state.isEnding = true
            return Array(state.running.values)
        }
        for other in running where !other.isChange { other.task.cancel() }
        for one in running { await one.task.value }
    }

    private func start(
        _ started: inout State, isChange: Bool, _ failure: @escaping Failure,
        _ body: @escaping @Sendable (@escaping Report) async throws -> Void
    ) -> Task<Void, Never> {
        let number = started.nextNumber
        started.nextNumber += 1
        let task = Task { [self] in
            defer { state.withLock { $0.running[number] = nil } }
            do {
                try await body(report)
            } catch is CancellationError {
            } catch {
                if isChange { note(error) }
                if case LibraryError.damaged = error { return report(.failed(error)) }
                if !Task.isCancelled { report(.event(failure(ErrorReport(error).line))) }
            }
        }
        started.running[number] = Running(task: task, isChange: isChange)
        return task
    }

    /// Whoever has left the screen is told all the same.
    private func note(_ error: any Error) {
        state.withLock { state in
            if state.isEnding { state.failure = state.failure ?? error }
        }
    }
}

extension ErrorReport {
    /// The message on one line.
    var line: String { message.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
