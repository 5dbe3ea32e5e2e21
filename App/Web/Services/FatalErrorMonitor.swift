import FermataDomain
import ServiceLifecycle

/// Stops the server when the library is damaged, so that the program repairs it.
struct FatalErrorMonitor: Service {
    private let errors: AsyncStream<any Error>
    private let error: AsyncStream<any Error>.Continuation

    init() {
        (errors, error) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Stops the server if the error says that the library is damaged; ignores other errors.
    func report(_ error: any Error) {
        if case LibraryError.damaged = error { stop(with: error) }
    }

    /// Stops the server with an error.
    func stop(with error: any Error) { self.error.yield(error) }

    /// Throws the first error that stops the server.
    func run() async throws {
        for await error in errors.cancelOnGracefulShutdown() { throw error }
    }
}
