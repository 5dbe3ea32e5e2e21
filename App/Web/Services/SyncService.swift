import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Syncs sources one after the other: at a client's request, and all of them at regular times.
///
/// A source that is requested again while it is read or waits is read once.
actor SyncService: Service {
    private let sources: SourcesDataSource
    private let pause: Duration?
    private let clock: any Clock<Duration>
    private let report: @Sendable (SyncStatusCellModel) -> Void
    private let failed: @Sendable (any Error) -> Void
    private var running: Task<Void, Never>?
    /// The names of the requested sources: the one that is read, then those that wait.
    private var queue: [String] = []
    private var current: SyncProgressText?
    private var isClosed = false

    /// Syncs at the start and after each `pause`; without a pause, only at a client's request.
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

    /// Requests a sync of all sources that run no program. Throws `CancellationError` if the server is stopping, or
    /// `LibraryError`.
    func start() async throws -> SyncStatusCellModel { try start(try await sources.namesToSync()) }

    /// Requests a sync of one source. Throws `SourceError.notFound`, `SourceAccessError.runsProgram`, or
    /// `CancellationError` if the server is stopping.
    func start(_ name: String) async throws -> SyncStatusCellModel {
        try await sources.checkSync(name)
        return try start([name])
    }

    /// Syncs a source that has changed; once more if it is being read, since the change may have been missed.
    func sync(changed name: String) {
        guard !isClosed, !queue.dropFirst().contains(name) else { return }
        queue.append(name)
        if running == nil { running = Task { await sync() } }
    }

    /// Whether a sync runs.
    var isRunning: Bool { running != nil }

    /// The progress of the sync of a source; nil if none is requested.
    func progress(of name: String) -> SyncProgressText? {
        if let current, current.source == name { return current }
        return queue.contains(name) ? .waiting(name) : nil
    }

    /// Syncs at regular times until the shutdown of the server, then cancels a running sync. Its stored records remain.
    func run() async throws {
        await cancelWhenGracefulShutdown { await self.syncRegularly() }
        try? await gracefulShutdown()  // a cancelled service cancels the sync as well
        isClosed = true
        running?.cancel()
        await running?.value
    }

    private func start(_ names: [String]) throws -> SyncStatusCellModel {
        if isClosed { throw CancellationError() }
        queue += names.filter { !queue.contains($0) }
        if running == nil { running = Task { await sync() } }
        return .started
    }

    /// Returns when its task is cancelled.
    private func syncRegularly() async {
        while let pause, !Task.isCancelled {
            // A stopping server starts no sync.
            do { _ = try await start() } catch { failed(error) }
            try? await clock.sleep(for: pause)  // a cancelled task leaves the loop
        }
    }

    private func sync() async {
        report(.started)
        do {
            report(SyncStatusCellModel(try await syncQueue()))
        } catch {
            report(SyncStatusCellModel(failure: Problem(error).detail))
            failed(error)
        }
        (running, queue, current) = (nil, [], nil)
    }

    /// Reads the requested sources, and then those that are requested meanwhile.
    ///
    /// Throws `SourceError.notFound` at the end for a source that was removed meanwhile, or `LibraryError`.
    private func syncQueue() async throws -> [SyncResultCellModel] {
        var rows: [SyncResultCellModel] = []
        var removed: (any Error)?
        while let name = queue.first {
            show(.started(name))
            do {
                for try await update in sources.sync([name]) {
                    switch update {
                    case .progress(let line): show(line)
                    case .result(let row): rows.append(row)
                    }
                }
            } catch let error as SourceError {
                removed = error
            } catch let error as SourceAccessError {
                removed = error
            }
            (queue, current) = (Array(queue.dropFirst()), nil)
        }
        if let removed { throw removed }
        return rows
    }

    private func show(_ progress: SyncProgressText) {
        current = progress
        report(SyncStatusCellModel(progress))
    }
}
