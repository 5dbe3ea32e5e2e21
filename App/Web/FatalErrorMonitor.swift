import FermataDomain
import ServiceLifecycle

/// Ends the server where the library turns out to be damaged, so that it is recovered.
struct FatalErrorMonitor: Service {
    private let errors: AsyncStream<any Error>
    private let error: AsyncStream<any Error>.Continuation

    init() {
        (errors, error) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Passes over what a later request may not meet any more.
    func report(_ error: any Error) {
        if case LibraryError.damaged = error { self.error.yield(error) }
    }

    /// Ends the server with an error.
    func end(with error: any Error) { self.error.yield(error) }

    /// Throws what has to end the server.
    func run() async throws {
        for await error in errors.cancelOnGracefulShutdown() { throw error }
    }
}
