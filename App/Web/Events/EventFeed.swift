import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Publishes changes of the library and of downloads as events, as long as the server runs.
struct EventFeed: Service {
    private static let heartbeatInterval = Duration.seconds(15)
    private static let retryInterval = Duration.seconds(1)
    let hub: EventHub
    let changes: any LibraryChangeObserver
    let downloads: DownloadsDataSource
    let monitor: FatalErrorMonitor
    let clock: any Clock<Duration>

    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await followLibrary() }
                group.addTask {
                    for await row in downloads.changes() { hub.publish(.download(row)) }
                }
                group.addTask { await sendHeartbeats() }
                group.addTask { try? await gracefulShutdown() }  // a cancelled feed ends as well
                await group.next()
                group.cancelAll()
            }
        } onGracefulShutdown: {
            hub.close()
        }
    }

    private func followLibrary() async {
        while !Task.isCancelled {
            do {
                for try await version in changes.versions() {
                    hub.publish(.library(version: version), isState: true)
                }
            } catch {
                monitor.report(error)
            }
            try? await clock.sleep(for: Self.retryInterval)  // a cancelled task leaves the loop
        }
    }

    private func sendHeartbeats() async {
        while (try? await clock.sleep(for: Self.heartbeatInterval)) != nil { hub.publish(.heartbeat) }
    }
}
