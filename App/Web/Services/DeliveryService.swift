import FermataPresentation
import ServiceLifecycle

/// Sends changed bookmarks and plays to sources as soon as the library changes.
struct DeliveryService: Service {
    let deliveries: DeliveryDataSource
    /// Receives the error of a library that could not be read or changed.
    let failed: @Sendable (any Error) -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown { await deliveries.deliverContinuously(failed: failed) }
    }
}
