import Foundation
import Synchronization

/// Cleans up before Ctrl-C ends the program.
struct DemoInterruption {
    private let source: any DispatchSourceSignal
    private let flag = Flag()

    /// Whether Ctrl-C was pressed.
    var isInterrupted: Bool { flag.isSet.load(ordering: .sequentiallyConsistent) }

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT)
        source.setEventHandler { [flag] in
            flag.isSet.store(true, ordering: .sequentiallyConsistent)
            cleanUp()
            signal(SIGINT, SIG_DFL)
            kill(getpid(), SIGINT)
        }
        source.resume()
    }

    func cancel() { source.cancel() }

    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }
}
