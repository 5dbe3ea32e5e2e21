import FermataDomain
import FermataPresentation
import Foundation

/// Downloads beside the screen, so many at a time; how each comes on is reported.
actor BrowserDownloader {
    /// Seconds between two reports of one download.
    private static let interval = 0.1
    private let app: Composition
    private let jobs: Int
    private let report: BrowserTasks.Report
    private var waiting: [MusicID] = []
    private var running: [MusicID: Task<Void, Never>] = [:]
    private var following: Task<Void, Never>?

    init(_ app: Composition, jobs: Int, report: @escaping BrowserTasks.Report) {
        self.app = app
        self.jobs = jobs
        self.report = report
    }

    /// Returns once it is noted in the library that the music is wanted. Throws `LibraryError`.
    func download(_ id: MusicID) async throws {
        follow()
        _ = try app.watch.version()
        try await app.downloads.want([id])
        guard running[id] == nil, !waiting.contains(id) else { return }
        waiting.append(id)
        startNext()
    }

    /// Breaks off what is under way; what was wanted stays so.
    func end() async {
        waiting = []
        following?.cancel()
        for task in running.values { task.cancel() }
        for task in running.values { await task.value }
    }

    private func startNext() {
        while running.count < jobs, !waiting.isEmpty {
            let id = waiting.removeFirst()
            running[id] = Task { await run(id) }
        }
    }

    private func run(_ id: MusicID) async {
        do {
            try await app.downloads.run([id], jobs: 1) { _ in }
        } catch is CancellationError {
        } catch {
            report(.event(.problem(ErrorReport(error).line)))
        }
        running[id] = nil
        startNext()
    }

    private func follow() {
        guard following == nil else { return }
        let changes = app.downloads.changes()
        following = Task { [report] in
            var told: [MusicID: Date] = [:]
            for await row in changes {
                let now = Date()
                if row.isUnderWay, let last = told[row.id], now.timeIntervalSince(last) < Self.interval { continue }
                told[row.id] = row.isUnderWay ? now : nil
                report(.event(.downloadMoved(row)))
            }
        }
    }
}
