import Dispatch
import FermataDomain
import GRDB
import Synchronization

/// Gives whole files their names and notes them.
///
/// Those that come at the same time share the wait for the disk.
final class DownloadFinisher: Sendable {
    /// How the end of a download went.
    enum End {
        case kept
        /// Its download was removed meanwhile, and its file with it.
        case removed
        /// Its part does not have its name any more.
        case withoutPart
    }

    private struct Finished {
        let file: PartFile
        let row: DownloadRow
        let end: CheckedContinuation<End, any Error>
    }

    private let library: SQLiteLibrary
    private let folder: DownloadFolder
    private let queue = DispatchQueue(label: "finished downloads")
    private let waiting = Mutex<[Finished]>([])

    init(library: SQLiteLibrary, folder: DownloadFolder) {
        self.library = library
        self.folder = folder
    }

    /// Returns once the name of the file and its row are on the disk; its bytes have to be already.
    func finish(_ file: PartFile, as row: DownloadRow) async throws -> End {
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
                    finished.end.resume(returning: .withoutPart)
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
        let result = Result<[End], any Error> {
            try folder.flush()
            return try library.writeAtOnce { db in try named.map { try self.note($0, in: db) } }
        }
        for (index, finished) in named.enumerated() { finished.end.resume(with: result.map { $0[index] }) }
    }

    private func note(_ finished: Finished, in db: Database) throws -> End {
        if try finished.row.update(in: db) { return .kept }
        try finished.file.remove(named: folder.path(finished.row.file))
        return .removed
    }
}
