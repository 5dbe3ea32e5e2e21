import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

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
        let counts = Mutex((all: 0, failed: 0))
        let ended: @Sendable (DownloadCellModel) async throws -> Void = { row in
            counts.withLock { $0 = ($0.all + 1, $0.failed + (row.isProblem ? 1 : 0)) }
            board.show(nil, for: row.id.description)
            try board.aside { try print(row) }
        }
        defer { board.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            if Console.isTerminal { group.addTask { await Self.show(downloads.changes(), on: board) } }
            if let ids {
                try await downloads.run(ids, jobs: jobs, body: ended)
            } else {
                try await downloads.resume(jobs: jobs, body: ended)
            }
            group.cancelAll()
        }
        return counts.withLock { $0 }
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
