import Dispatch
package import FermataPresentation
import Foundation
import Synchronization

/// Ends the program if its shutdown lasts too long, whatever still runs.
///
/// Confirmed changes of the library are durable then, and SQLite rolls back the others. A dispatch queue measures the
/// time, because blocked tasks can occupy the threads of all tasks.
package final class ShutdownDeadline: Sendable {
    package typealias Schedule = @Sendable (_ limit: Duration, _ body: @escaping @Sendable () -> Void) -> Void
    package static let limit = Duration.seconds(10)
    private static let queue = DispatchQueue(label: "shutdown")
    private let console: Console
    private let schedule: Schedule
    private let end: @Sendable (_ code: Int32) -> Void
    private let hasBegun = Atomic(false)
    private let hasSignal = Atomic(false)

    /// `end` ends the program; by default at once, because exit handlers could wait for what still runs.
    package init(
        console: Console, schedule: @escaping Schedule = ShutdownDeadline.afterLimit,
        end: @escaping @Sendable (_ code: Int32) -> Void = { _exit($0) }
    ) {
        (self.console, self.schedule, self.end) = (console, schedule, end)
    }

    /// Begins the shutdown; later calls have no effect.
    ///
    /// After the limit, the program ends with the exit code of a problem, which it prints, or with 0 if there is none.
    package func begin(
        after limit: Duration = ShutdownDeadline.limit, problem: @escaping @Sendable () -> ProblemModel? = { nil }
    ) {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
        schedule(limit) { [self] in end(problem().map { ErrorReport($0).show(on: console) } ?? EXIT_SUCCESS) }
    }

    /// Whether a signal has requested the shutdown.
    var isRequested: Bool { hasSignal.load(ordering: .relaxed) }

    /// Begins the shutdown at each of some signals, until the returned sources are cancelled.
    func begin(at signals: [Int32]) -> [any DispatchSourceSignal] {
        signals.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: Self.queue)
            source.setEventHandler { [self] in
                hasSignal.store(true, ordering: .relaxed)
                begin()
            }
            source.resume()
            return source
        }
    }

    package static let afterLimit: Schedule = { limit, body in
        queue.asyncAfter(deadline: .now() + limit / .seconds(1), execute: body)
    }
}
