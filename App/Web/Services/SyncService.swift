import FermataPresentation
import ServiceLifecycle

/// Syncs all sources, one sync at a time.
actor SyncService: Service {
    private let sources: SourcesDataSource
    private let report: @Sendable (SyncStatusCellModel) -> Void
    private let failed: @Sendable (any Error) -> Void
    private var running: Task<Void, Never>?
    private var isClosed = false

    /// `report` receives progress and results; `failed` receives the error of a sync that failed.
    init(
        _ sources: SourcesDataSource, report: @escaping @Sendable (SyncStatusCellModel) -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.sources = sources
        self.report = report
        self.failed = failed
    }

    /// Starts a sync unless one is running. Throws `CancellationError` if the server is stopping.
    func start() throws -> SyncStatusCellModel {
        if isClosed { throw CancellationError() }
        if running == nil { running = Task { await sync() } }
        return .started
    }

    /// Waits for the shutdown of the server, then cancels a running sync. Its stored records remain.
    func run() async throws {
        try? await gracefulShutdown()  // a cancelled service cancels the sync as well
        isClosed = true
        running?.cancel()
        await running?.value
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
