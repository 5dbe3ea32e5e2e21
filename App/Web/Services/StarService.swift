import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Sends changed bookmarks to the sources that store stars as soon as the library changes.
struct StarService: Service {
    /// How long the service waits before it contacts a source again that could not be reached.
    private static let pause = Duration.seconds(30)
    let stars: StarsDataSource
    let changes: any LibraryChangeObserver
    let clock: any Clock<Duration>
    /// Receives the error of a library that could not be read or changed.
    let failed: @Sendable (any Error) -> Void

    func run() async throws {
        // The shutdown cancels the pause, which is no error.
        try? await cancelWhenGracefulShutdown {
            while true {
                await followLibrary()
                try await clock.sleep(for: Self.pause)
            }
        }
    }

    /// Returns after an error, or when its task is cancelled.
    private func followLibrary() async {
        do {
            for try await _ in changes.versions() {
                if try await !stars.deliver() { try await clock.sleep(for: Self.pause) }
            }
        } catch is CancellationError {
        } catch {
            failed(error)
        }
    }
}
