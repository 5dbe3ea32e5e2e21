import Dispatch
package import FermataPresentation
import Foundation
import Synchronization

/// Ends the program if its shutdown exceeds a limit.
///
/// Committed changes are durable by then; SQLite rolls back the others. Measures the time on its own thread, because
/// blocked tasks can occupy all threads of tasks.
package final class ShutdownDeadline: Sendable {
    package typealias Schedule = @Sendable (_ limit: Duration, _ body: @escaping @Sendable () -> Void) -> Void
    package static let limit = Duration.seconds(10)
    private static let queue = DispatchQueue(label: "shutdown", qos: .userInteractive)
    private let console: Console
    private let schedule: Schedule
    private let end: @Sendable (_ code: Int32) -> Void
    private let isStarted = Atomic(false)
    private let isCancelled = Atomic(false)
    private let hasSignal = Atomic(false)

    /// `schedule` runs a body after a limit. `end` ends the program; by default at once, because exit handlers could
    /// wait for what still runs.
    package init(
        console: Console, schedule: @escaping Schedule,
        end: @escaping @Sendable (_ code: Int32) -> Void = { _exit($0) }
    ) {
        (self.console, self.schedule, self.end) = (console, schedule, end)
    }

    /// Starts the shutdown; later calls have no effect.
    ///
    /// After the limit, the program ends with the exit code of a problem, which it prints, or with 0 if there is none.
    package func start(
        after limit: Duration = ShutdownDeadline.limit, problem: @escaping @Sendable () -> ProblemModel? = { nil }
    ) {
        guard !isStarted.exchange(true, ordering: .relaxed) else { return }
        schedule(limit) { [self] in
            if isCancelled.load(ordering: .relaxed) { return }
            let report = problem().map { ErrorReport($0) }
            // Printing must not keep the program running.
            schedule(.seconds(1)) { [self] in end(report?.exitCode ?? EXIT_SUCCESS) }
            end(report?.show(on: console) ?? EXIT_SUCCESS)
        }
    }

    /// Removes the limit, for example for the repair of a library that turned out to be damaged.
    package func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Whether a signal has requested the shutdown.
    var isRequested: Bool { hasSignal.load(ordering: .relaxed) }

    /// Starts the shutdown at each of some signals, until the returned sources are cancelled.
    func start(at signals: [Int32]) -> [any DispatchSourceSignal] {
        signals.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: Self.queue)
            source.setEventHandler { [self] in
                hasSignal.store(true, ordering: .relaxed)
                start()
            }
            source.resume()
            return source
        }
    }
}
