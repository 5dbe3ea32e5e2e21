import Foundation
import Synchronization

/// Ends the program after Ctrl-C, a closed terminal or the signal of another program, once nothing creates files.
struct DemoInterruption {
    /// How long the tour may take to end, after which the program ends without it.
    private static let patience = DispatchTimeInterval.seconds(3)
    private let sources: [any DispatchSourceSignal]
    private let arrived = Arrived()

    /// `cancel` ends the tour; `cleanUp` removes its files if the tour does not end soon, or after a second signal.
    init(cancel: @escaping @Sendable () -> Void, cleanUp: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { [arrived] number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            let end: @Sendable () -> Void = {
                cleanUp()
                Self.endProgram(number)
            }
            source.setEventHandler {
                guard arrived.signal.exchange(number, ordering: .sequentiallyConsistent) == 0 else { return end() }
                cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: end)
            }
            source.resume()
            return source
        }
    }

    /// Ends the program if a signal has arrived.
    func finish() {
        for source in sources { source.cancel() }
        let number = arrived.signal.load(ordering: .sequentiallyConsistent)
        if number != 0 { Self.endProgram(number) }
    }

    private static func endProgram(_ number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
        // Another thread may receive the signal a moment later.
        while true { pause() }
    }

    /// The first signal that has arrived; 0 before.
    private final class Arrived: Sendable {
        let signal = Atomic<Int32>(0)
    }
}
