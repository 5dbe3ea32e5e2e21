import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Checks the library once a week while the server runs.
struct LibraryCheckService: Service {
    /// How often the service looks whether a check is due.
    private static let pause = Duration.seconds(3_600)
    let check: CheckLibraryWeeklyUsecase
    let notice: LibraryNotice
    let clock: any Clock<Duration>
    /// Reports the notice of a check that has found damage.
    let report: @Sendable (String) -> Void

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // A check that fails is due again at the next look.
                let isChecked = (try? await check.execute()) == true
                if isChecked, let text = notice.text(for: .webClient) { report(text) }
                try await clock.sleep(for: Self.pause)
            }
        }
    }
}

/// Sends changed bookmarks and plays to sources as soon as the library changes.
struct DeliveryService: Service {
    let deliveries: DeliveryDataSource
    /// Receives the error of a library that could not be read or changed.
    let failed: @Sendable (any Error) -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown { await deliveries.deliverContinuously(failed: failed) }
    }
}

/// Follows the served library for the libraries of accounts.
struct AccountLibraryService: Service {
    let accounts: AccountServices

    func run() async throws { await cancelWhenGracefulShutdown { await accounts.run() } }
}

/// Runs the download queue as long as the server runs. Downloads start in the order they were requested.
struct DownloadService: Service {
    let queue: DownloadQueue

    func run() async throws {
        await queue.resume()
        try? await gracefulShutdown()  // a cancelled service ends the queue as well
        await queue.end()
    }
}

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
                    case .limitReached(let name): report(SourceCellModel.unwatchedText(name))
                    }
                }
            } catch {
                failed(error)
            }
        }
        try? await gracefulShutdown()  // a cancelled service ends as well
    }
}

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
