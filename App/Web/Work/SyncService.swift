import FermataPresentation
import ServiceLifecycle

/// The reading of all sources, once at a time.
actor SyncService: Service {
    private let sources: SourcesDataSource
    private let told: @Sendable (SyncStatusCellModel) -> Void
    private let failed: @Sendable (any Error) -> Void
    private var running: Task<Void, Never>?
    private var isClosed = false

    /// `told` learns how it goes on and how it ended; `failed` what has ended it.
    init(
        _ sources: SourcesDataSource,
        told: @escaping @Sendable (SyncStatusCellModel) -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.sources = sources
        self.told = told
        self.failed = failed
    }

    /// Begins a reading, unless there is one under way.
    func begin() -> SyncStatusCellModel {
        if running == nil, !isClosed { running = Task { await sync() } }
        return .started
    }

    /// Waits for the end of the server, and breaks off what is under way: what was read stays.
    func run() async throws {
        try? await gracefulShutdown()  // cancelled, the reading ends all the same
        isClosed = true
        running?.cancel()
        await running?.value
    }

    private func sync() async {
        told(.started)
        do {
            var rows: [SyncResultCellModel] = []
            for try await update in sources.sync() {
                switch update {
                case .progress(let line): told(SyncStatusCellModel(line))
                case .result(let row): rows.append(row)
                }
            }
            told(SyncStatusCellModel(rows))
        } catch {
            told(SyncStatusCellModel(failure: Problem(error).detail))
            failed(error)
        }
        running = nil
    }
}
