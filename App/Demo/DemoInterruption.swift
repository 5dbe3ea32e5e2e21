import Foundation
import Synchronization

/// Ends the program after Ctrl-C, a closed terminal or the signal of another program, once the tour has ended.
struct DemoInterruption {
    /// How long the program waits for the tour to end.
    private static let timeout = DispatchTimeInterval.seconds(3)
    private let sources: [any DispatchSourceSignal]
    private let first = FirstSignal()

    /// Calls `ready` once it handles signals. `cancel` ends the tour; `cleanUp` removes its files if the tour does not
    /// end soon, or after a second signal.
    init(
        ready: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void,
        cleanUp: @escaping @Sendable () -> Void
    ) {
        let registrations = DispatchGroup()
        sources = [SIGINT, SIGTERM, SIGHUP].map { [first] number in
            let source = DispatchSource.makeSignalSource(signal: number)
            let end: @Sendable () -> Void = {
                cleanUp()
                FatalSignal.end(with: number)
            }
            source.setEventHandler {
                guard first.number.exchange(number, ordering: .sequentiallyConsistent) == 0 else { return end() }
                cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeout, execute: end)
            }
            registrations.enter()
            source.setRegistrationHandler {
                #if canImport(Darwin)
                    // There, a source does not replace the default action; on Linux, it does.
                    signal(number, SIG_IGN)
                #endif
                registrations.leave()
            }
            source.resume()
            return source
        }
        registrations.notify(queue: .global(), execute: ready)
    }

    /// Ends the program if a signal has arrived.
    func finish() {
        for source in sources { source.cancel() }
        let number = first.number.load(ordering: .sequentiallyConsistent)
        if number != 0 { FatalSignal.end(with: number) }
    }

    /// The first signal that has arrived; 0 before.
    private final class FirstSignal: Sendable {
        let number = Atomic<Int32>(0)
    }
}
