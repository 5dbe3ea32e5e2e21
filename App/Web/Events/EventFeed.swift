import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Turns what happens in the library into events, for as long as the server runs.
struct EventFeed: Service {
    private static let heartbeat = Duration.seconds(15)
    /// How long to wait before a library that could not be read is looked at again.
    private static let pause = Duration.seconds(1)
    private let hub: EventHub
    private let watch: any LibraryChangeObserver
    private let downloads: DownloadsDataSource
    private let faults: FatalErrorMonitor

    init(_ app: Composition, hub: EventHub, faults: FatalErrorMonitor) {
        watch = app.watch
        downloads = app.downloads
        self.hub = hub
        self.faults = faults
    }

    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await followLibrary() }
                group.addTask {
                    for await row in downloads.changes() { hub.publish(.download(row)) }
                }
                group.addTask { await beat() }
                group.addTask { try? await gracefulShutdown() }  // cancelled, it ends all the same
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
                for try await version in watch.versions() {
                    hub.publish(.library(version: version), isStanding: true)
                }
            } catch {
                faults.report(error)
            }
            try? await Task.sleep(for: Self.pause)  // cancelled, the loop ends
        }
    }

    private func beat() async {
        while (try? await Task.sleep(for: Self.heartbeat)) != nil { hub.publish(.heartbeat) }
    }
}
