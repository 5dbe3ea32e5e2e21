import FermataDomain
import FermataPresentation

/// Runs downloads in the background and reports their progress.
actor TUIDownloader {
    /// The minimum time between two progress reports.
    private static let interval = Duration.milliseconds(100)
    private let downloads: DownloadsDataSource
    private let clock: any Clock<Duration>
    private let queue: DownloadQueue
    private let report: TUITaskRunner.Report
    private var observation: Task<Void, Never>?
    /// Downloads that progressed since the last report.
    private var progressed: [MusicID: DownloadCellModel] = [:]

    init(_ services: TUIServices, report: @escaping TUITaskRunner.Report) {
        (downloads, clock, self.report) = (services.downloads, services.clock, report)
        queue = DownloadQueue(services.downloads, jobs: services.downloadJobs) { error in
            if case LibraryError.damaged = error { return report(.failed(error)) }
            report(.model(.problem(ProblemModel(error))))
        }
    }

    /// Returns once the library has stored the request to download. Throws `LibraryError`.
    func download(_ id: MusicID) async throws {
        observeChanges()
        try await queue.add(id)
    }

    /// Returns the number of songs whose requests the library has stored, without those that have no audio.
    ///
    /// Throws `LibraryError`.
    func download(_ ids: [MusicID]) async throws -> Int {
        observeChanges()
        return try await queue.add(ids)
    }

    /// Cancels downloads and deletes their files. Throws `LibraryError`.
    func remove(_ ids: [MusicID]) async throws {
        observeChanges()
        try await queue.remove(ids)
    }

    /// Cancels running downloads; the requests stay in the library.
    func end() async {
        observation?.cancel()
        await queue.end()
    }

    private func observeChanges() {
        guard observation == nil else { return }
        let changes = downloads.changes()
        observation = Task { for await row in changes { handle(row) } }
    }

    /// Reports a new state at once, and progress at intervals.
    private func handle(_ row: DownloadCellModel) {
        guard row.isUnderWay else {
            progressed[row.id] = nil
            return report(.model(.downloadChanged(row)))
        }
        if progressed.isEmpty {
            Task {
                try await clock.sleep(for: Self.interval)
                for row in progressed.values { report(.model(.downloadChanged(row))) }
                progressed = [:]
            }
        }
        progressed[row.id] = row
    }
}
