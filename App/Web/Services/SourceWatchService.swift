import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Syncs sources as soon as the system reports that they have changed.
struct SourceWatchService: Service {
    let watch: WatchSourcesUsecase
    let sync: SyncService
    /// Receives a message for clients.
    let report: @Sendable (String) -> Void
    /// Receives the error of a library that cannot be observed.
    let failed: @Sendable (any Error) -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                for try await event in watch.execute() {
                    switch event {
                    case .changed(let name): await sync.sync(changed: name)
                    case .limitReached(let name): report(UnwatchedSourceText(source: name).text)
                    }
                }
            } catch {
                failed(error)
            }
        }
        try? await gracefulShutdown()  // a cancelled service ends as well
    }
}
