import FermataPresentation
import ServiceLifecycle

/// Syncs all sources, one sync at a time: when a client asks for it, and at regular times.
actor SyncService: Service {
    private let sources: SourcesDataSource
    private let pause: Duration?
    private let clock: any Clock<Duration>
    private let report: @Sendable (SyncStatusCellModel) -> Void
    private let failed: @Sendable (any Error) -> Void
    private var running: Task<Void, Never>?
    private var isClosed = false

    /// Syncs at the start and after each `pause`, or only when a client asks for it without one.
    ///
    /// `report` receives progress and results; `failed` receives the error of a sync that failed.
    init(
        _ sources: SourcesDataSource, every pause: Duration?, clock: any Clock<Duration>,
        report: @escaping @Sendable (SyncStatusCellModel) -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        (self.sources, self.pause, self.clock) = (sources, pause, clock)
        self.report = report
        self.failed = failed
    }

    /// Starts a sync unless one is running. Throws `CancellationError` if the server is stopping.
    func start() throws -> SyncStatusCellModel {
        if isClosed { throw CancellationError() }
        if running == nil { running = Task { await sync() } }
        return .started
    }

    /// Syncs at regular times until the shutdown of the server, then cancels a running sync. Its stored records remain.
    func run() async throws {
        await cancelWhenGracefulShutdown { await self.syncRegularly() }
        try? await gracefulShutdown()  // a cancelled service cancels the sync as well
        isClosed = true
        running?.cancel()
        await running?.value
    }

    /// Returns when its task is cancelled.
    private func syncRegularly() async {
        while let pause, !Task.isCancelled {
            _ = try? start()  // a stopping server starts no sync
            try? await clock.sleep(for: pause)  // a cancelled task leaves the loop
        }
    }

    private func sync() async {
        report(.started)
        do {
            var rows: [SyncResultCellModel] = []
            for try await update in sources.sync() {
                switch update {
                case .progress(let line): report(SyncStatusCellModel(line))
                case .result(let row): rows.append(row)
                }
            }
            report(SyncStatusCellModel(rows))
        } catch {
            report(SyncStatusCellModel(failure: Problem(error).detail))
            failed(error)
        }
        running = nil
    }
}
