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

    private struct Waiting {
        var files: [Finished] = []
        /// Whether a task finishes files until none is waiting.
        var isFinishing = false
    }

    private let library: SQLiteLibrary
    private let folder: DownloadFolder
    private let waiting = Mutex(Waiting())

    init(library: SQLiteLibrary, folder: DownloadFolder) {
        self.library = library
        self.folder = folder
    }

    /// Returns after the file's name and row are durable; its bytes must be durable before.
    func finish(_ file: PartFile, as row: DownloadRow) async throws -> FinishResult {
        try await withCheckedThrowingContinuation { end in
            let isFirst = waiting.withLock { waiting in
                defer { waiting.isFinishing = true }
                waiting.files.append(Finished(file: file, row: row, end: end))
                return !waiting.isFinishing
            }
            if isFirst { Task { await finishWaiting() } }
        }
    }

    private func finishWaiting() async {
        while let group = nextGroup() {
            let named = await named(group)
            guard !named.isEmpty else { continue }
            do {
                try await BlockingIO.run { try self.folder.flush() }
                let results = try await library.write { db in try named.map { try self.store($0, in: db) } }
                for (finished, result) in zip(named, results) { finished.end.resume(returning: result) }
            } catch {
                for finished in named { finished.end.resume(throwing: error) }
            }
        }
    }

    /// Returns the waiting files; nil if there are none, and then the next file starts another task.
    private func nextGroup() -> [Finished]? {
        waiting.withLock { waiting in
            defer { waiting.files = [] }
            waiting.isFinishing = !waiting.files.isEmpty
            return waiting.isFinishing ? waiting.files : nil
        }
    }

    /// Gives the files their final names and returns them; ends the others.
    private func named(_ group: [Finished]) async -> [Finished] {
        var named: [Finished] = []
        for finished in group {
            do {
                let isInPlace = try await BlockingIO.run {
                    guard try finished.file.isInPlace() else { return false }
                    try finished.file.rename(to: self.folder.path(finished.row.file))
                    return true
                }
                if isInPlace { named.append(finished) } else { finished.end.resume(returning: .partMissing) }
            } catch {
                finished.end.resume(throwing: error)
            }
        }
        return named
    }

    private func store(_ finished: Finished, in db: Database) throws -> FinishResult {
        if try finished.row.update(in: db) { return .stored }
        try finished.file.remove(named: folder.path(finished.row.file))
        return .removed
    }
}
