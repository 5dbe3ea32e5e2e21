import FermataDomain
import FermataPresentation
import Foundation

/// Downloads songs; shows a line for each running download, and prints a row for each that has ended.
struct DownloadSession {
    private let downloads: DownloadsDataSource
    private let now: @Sendable () -> Date
    private let console: Console

    init(_ downloads: DownloadsDataSource, now: @escaping @Sendable () -> Date, console: Console) {
        self.downloads = downloads
        self.now = now
        self.console = console
    }

    /// Downloads the songs with these ids, or resumes all incomplete downloads if it is nil.
    ///
    /// Returns how many downloads ended, and those that failed.
    func run(
        _ ids: [MusicID]?, jobs: Int, print: @escaping @Sendable (DownloadCellModel) throws -> Void
    ) async throws -> (all: Int, failures: DownloadFailuresModel) {
        let board = ProgressBoard(console, now: now)
        defer { board.end() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if console.showsProgress { group.addTask { await show(downloads.changes(), on: board) } }
            var (all, failures) = (0, DownloadFailuresModel())
            for try await row in ids.map({ downloads.run($0, jobs: jobs) }) ?? downloads.resume(jobs: jobs) {
                all += 1
                failures.add([row])
                board.show(nil, for: row.id.description)
                try board.printAbove { try print(row) }
            }
            group.cancelAll()
            return (all, failures)
        }
    }

    private func show(_ changes: some AsyncSequence<DownloadCellModel, Never>, on board: ProgressBoard) async {
        var speed = DownloadSpeed()
        for await row in changes { board.show(speed.line(of: row, at: now()), for: row.id.description) }
    }
}
