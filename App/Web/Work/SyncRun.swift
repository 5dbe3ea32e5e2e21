import FermataData
import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// The reading of all sources, once at a time.
actor SyncRun: Service {
    private let library: OfflineFirstMusicRepository
    private let told: @Sendable (SyncCellModel) -> Void
    private let failed: @Sendable (any Error) -> Void
    private var running: Task<Void, Never>?
    private var isClosed = false

    /// `told` learns how it goes on and how it ended; `failed` what has ended it.
    init(
        _ library: OfflineFirstMusicRepository, told: @escaping @Sendable (SyncCellModel) -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.library = library
        self.told = told
        self.failed = failed
    }

    /// Begins a reading, unless there is one under way.
    func begin() -> SyncCellModel {
        if running == nil, !isClosed { running = Task { await sync() } }
        return .begun
    }

    /// Waits for the end of the server, and breaks off what is under way: what was read stays.
    func run() async throws {
        try? await gracefulShutdown()
        isClosed = true
        running?.cancel()
        await running?.value
    }

    private func sync() async {
        told(.begun)
        let began = ContinuousClock.now
        do {
            let outcomes = try await library.refresh(named: []) { [told] progress in
                told(SyncCellModel(progress, seconds: (ContinuousClock.now - began) / .seconds(1)))
            }
            told(SyncCellModel(outcomes))
        } catch {
            told(SyncCellModel(error))
            failed(error)
        }
        running = nil
    }
}
