import Foundation

/// Ends the program with a signal, so that its parent sees the signal as the reason.
enum FatalSignal {
    /// Ends the program with the default action of a signal.
    ///
    /// Unblocks the signal, since the threads of the concurrency runtime block most signals.
    static func end(with number: Int32) -> Never {
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        // Reached only for a signal whose default action does not end a program. Shells add 128 to a signal's number.
        exit(128 + number)
    }
}
