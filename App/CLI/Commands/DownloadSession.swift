import FermataDomain
import FermataPresentation
import Foundation

/// Downloads with a line for each that is under way, and a row for each that has ended.
struct DownloadSession {
    private let downloads: DownloadsDataSource

    init(_ downloads: DownloadsDataSource) {
        self.downloads = downloads
    }

    /// Downloads music, or goes on with what was broken off where there is none named.
    ///
    /// Answers how many ended, and how many of them could not be downloaded.
    func run(
        _ ids: [MusicID]?, jobs: Int, print: @escaping @Sendable (DownloadCellModel) throws -> Void
    ) async throws -> (all: Int, failed: Int) {
        let board = ProgressBoard()
        defer { board.end() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if Console.isTerminal { group.addTask { await Self.show(downloads.changes(), on: board) } }
            var (all, failed) = (0, 0)
            for try await row in ids.map({ downloads.run($0, jobs: jobs) }) ?? downloads.resume(jobs: jobs) {
                all += 1
                if row.isProblem { failed += 1 }
                board.show(nil, for: row.id.description)
                try board.aside { try print(row) }
            }
            group.cancelAll()
            return (all, failed)
        }
    }

    private static func show(
        _ changes: some AsyncSequence<DownloadCellModel, Never>, on board: ProgressBoard
    ) async {
        var pace = DownloadSpeed()
        for await row in changes {
            let line = pace.line(of: row, at: Date())
            board.show(line, for: row.id.description)
        }
    }
}

/// Some downloads could not be completed; their rows say why.
struct DownloadsFailed: Error {
    let count: Int
    let all: Int

    init(count: Int, of all: Int) {
        self.count = count
        self.all = all
    }
}
