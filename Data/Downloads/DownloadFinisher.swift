import Dispatch
import FermataDomain
import GRDB
import Synchronization

/// Gives whole files their names and notes them: those that come at the same time share the wait for the disk.
final class DownloadFinisher: Sendable {
    private struct Finished {
        let file: PartFile
        let row: DownloadRow
        let end: CheckedContinuation<Void, any Error>
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
    func finish(_ file: PartFile, as row: DownloadRow) async throws {
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
                try finished.file.rename(to: folder.path(finished.row.file))
                return true
            } catch {
                finished.end.resume(throwing: error)
                return false
            }
        }
        guard !named.isEmpty else { return }
        let result = Result {
            try folder.flush()
            try library.writeAtOnce { db in for finished in named { try finished.row.save(in: db) } }
        }
        for finished in named { finished.end.resume(with: result) }
    }
}
