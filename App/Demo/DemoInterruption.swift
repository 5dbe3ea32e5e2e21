import Foundation
import Synchronization

/// Cleans up before Ctrl-C ends the program.
struct DemoInterruption {
    private let source: any DispatchSourceSignal
    private let arrival = Arrival()

    /// Whether Ctrl-C was pressed.
    var hasCome: Bool { arrival.hasCome.load(ordering: .sequentiallyConsistent) }

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT)
        source.setEventHandler { [arrival] in
            arrival.hasCome.store(true, ordering: .sequentiallyConsistent)
            cleanUp()
            signal(SIGINT, SIG_DFL)
            kill(getpid(), SIGINT)
        }
        source.resume()
    }

    func cancel() { source.cancel() }

    private final class Arrival: Sendable {
        let hasCome = Atomic(false)
    }
}
