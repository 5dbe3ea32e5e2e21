import FermataDomain
import FermataPresentation

/// Downloads beside the screen; how each comes on is reported.
actor TUIDownloader {
    /// Between two reports of how far downloads are.
    private static let interval = Duration.milliseconds(100)
    private let app: Composition
    private let queue: DownloadQueue
    private let report: TUITaskRunner.Report
    private var following: Task<Void, Never>?
    /// What has moved since the last report.
    private var moved: [MusicID: DownloadCellModel] = [:]

    init(_ app: Composition, jobs: Int, report: @escaping TUITaskRunner.Report) {
        self.app = app
        self.report = report
        queue = DownloadQueue(app.downloads, jobs: jobs) { error in
            if case LibraryError.damaged = error { return report(.failed(error)) }
            report(.event(.problem(ErrorReport(error).line)))
        }
    }

    /// Returns once it is noted in the library that the music is wanted. Throws `LibraryError`.
    func download(_ id: MusicID) async throws {
        follow()
        try app.watch.checkLibrary()
        try await queue.add(id)
    }

    /// Stops a download, and removes what is there of it. Throws `LibraryError`.
    func remove(_ id: MusicID) async throws {
        follow()
        try app.watch.checkLibrary()
        try await queue.remove(id)
    }

    /// Breaks off what is under way; what was wanted stays so.
    func end() async {
        following?.cancel()
        await queue.end()
    }

    private func follow() {
        guard following == nil else { return }
        let changes = app.downloads.changes()
        following = Task { for await row in changes { take(row) } }
    }

    /// How a download stands is told at once, and how far it is a little later, together with others.
    private func take(_ row: DownloadCellModel) {
        guard row.isUnderWay else {
            moved[row.id] = nil
            return report(.event(.downloadMoved(row)))
        }
        if moved.isEmpty {
            Task {
                try await Task.sleep(for: Self.interval)
                for row in moved.values { report(.event(.downloadMoved(row))) }
                moved = [:]
            }
        }
        moved[row.id] = row
    }
}
