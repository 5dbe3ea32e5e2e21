import Foundation
import Synchronization

/// Cleans up before Ctrl-C, a closed terminal or another program ends the program.
struct DemoInterruption {
    private let sources: [any DispatchSourceSignal]
    private let flag = Flag()

    /// Whether such a signal has arrived.
    var isInterrupted: Bool { flag.isSet.load(ordering: .sequentiallyConsistent) }

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { [flag] number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                flag.isSet.store(true, ordering: .sequentiallyConsistent)
                cleanUp()
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            source.resume()
            return source
        }
    }

    func cancel() { for source in sources { source.cancel() } }

    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }
}
