package import Foundation

extension Process {
    /// Starts the process, and returns a function that waits for its end without blocking a thread.
    package func start() throws -> @Sendable () async -> Void {
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        terminationHandler = { _ in end.finish() }
        try Self.withoutBlockedSignals { try run() }
        return { for await _ in ends {} }
    }

    /// Unblocks all signals during a body: a child process inherits the blocked ones, and test threads block most.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }
}
