import FermataDomain
import FermataPresentation
import Foundation

/// Downloads beside the screen; how each comes on is reported.
actor BrowserDownloader {
    private let app: Composition
    private let queue: DownloadQueue
    private let report: BrowserTasks.Report
    private var following: Task<Void, Never>?

    init(_ app: Composition, jobs: Int, report: @escaping BrowserTasks.Report) {
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
        following = Task { [report] in
            var throttles: [MusicID: Throttle] = [:]
            for await row in changes {
                if !row.isUnderWay {
                    throttles[row.id] = nil
                } else if !throttles[row.id, default: Throttle()].isDue(at: Date()) {
                    continue
                }
                report(.event(.downloadMoved(row)))
            }
        }
    }
}
