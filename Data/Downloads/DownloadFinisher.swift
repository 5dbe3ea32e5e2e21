import Dispatch
import FermataDomain
import GRDB
import Synchronization

/// Renames complete files to their final names and stores their rows.
///
/// Files that finish at the same time share one flush.
final class DownloadFinisher: Sendable {
    /// The result of finishing a download.
    enum FinishResult {
        case stored
        /// The download and its file were removed meanwhile.
        case removed
        /// The partial file was renamed or removed.
        case partMissing
    }

    private struct Finished {
        let file: PartFile
        let row: DownloadRow
        let end: CheckedContinuation<FinishResult, any Error>
    }

    private let library: SQLiteLibrary
    private let folder: DownloadFolder
    private let queue = DispatchQueue(label: "finished downloads")
    private let waiting = Mutex<[Finished]>([])

    init(library: SQLiteLibrary, folder: DownloadFolder) {
        self.library = library
        self.folder = folder
    }

    /// Returns after the file's name and row are durable; its bytes must be durable before.
    func finish(_ file: PartFile, as row: DownloadRow) async throws -> FinishResult {
        try await withCheckedThrowingContinuation { end in
            let isFirst = waiting.withLock { waiting in
                waiting.append(Finished(file: file, row: row, end: end))
                return waiting.count == 1
            }
            if isFirst { queue.async { self.finishWaiting() } }
        }
    }

    private func finishWaiting() {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        let named = all.filter { finished in
            do {
                guard try finished.file.isInPlace() else {
                    finished.end.resume(returning: .partMissing)
                    return false
                }
                try finished.file.rename(to: folder.path(finished.row.file))
                return true
            } catch {
                finished.end.resume(throwing: error)
                return false
            }
        }
        guard !named.isEmpty else { return }
        let result = Result<[FinishResult], any Error> {
            try folder.flush()
            return try library.writeBlocking { db in try named.map { try self.store($0, in: db) } }
        }
        for (index, finished) in named.enumerated() { finished.end.resume(with: result.map { $0[index] }) }
    }

    private func store(_ finished: Finished, in db: Database) throws -> FinishResult {
        if try finished.row.update(in: db) { return .stored }
        try finished.file.remove(named: folder.path(finished.row.file))
        return .removed
    }
}
