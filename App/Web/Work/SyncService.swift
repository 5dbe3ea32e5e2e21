import FermataData
import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// The reading of all sources, once at a time.
actor SyncService: Service {
    private let library: OfflineFirstMusicRepository
    private let showsCounts: Bool
    private let told: @Sendable (SyncStatusCellModel) -> Void
    private let failed: @Sendable (any Error) -> Void
    private var running: Task<Void, Never>?
    private var isClosed = false

    /// `showsCounts` is whether the listener may know how much music there is.
    /// `told` learns how it goes on and how it ended; `failed` what has ended it.
    init(
        _ library: OfflineFirstMusicRepository, showsCounts: Bool,
        told: @escaping @Sendable (SyncStatusCellModel) -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.library = library
        self.showsCounts = showsCounts
        self.told = told
        self.failed = failed
    }

    /// Begins a reading, unless there is one under way.
    func begin() -> SyncStatusCellModel {
        if running == nil, !isClosed { running = Task { await sync() } }
        return .begun
    }

    /// Waits for the end of the server, and breaks off what is under way: what was read stays.
    func run() async throws {
        try? await gracefulShutdown()  // cancelled, the reading ends all the same
        isClosed = true
        running?.cancel()
        await running?.value
    }

    private func sync() async {
        told(.begun)
        let began = ContinuousClock.now
        do {
            let outcomes = try await library.refresh(named: []) { [told, showsCounts] progress in
                let seconds = (ContinuousClock.now - began) / .seconds(1)
                told(showsCounts ? SyncStatusCellModel(progress, seconds: seconds) : .begun)
            }
            told(SyncStatusCellModel(outcomes, showsCounts: showsCounts))
        } catch {
            told(SyncStatusCellModel(failure: Problem(error).detail))
            failed(error)
        }
        running = nil
    }
}
