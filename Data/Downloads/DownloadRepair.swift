import FermataDomain
import Foundation

/// Compares the download folder with the library and repairs differences.
///
/// Reads every downloaded file. Files without a music id in their names stay unchanged.
struct DownloadRepair: Sendable {
    private static let batchSize = 500
    let store: DownloadStore

    func run() async throws -> [DownloadIssue] {
        try await checkRows() + checkFiles()
    }

    private func checkRows() async throws -> [DownloadIssue] {
        var findings: [DownloadIssue] = []
        var last: MusicID?
        while true {
            let rows = try await store.library.read { [last] db in
                try DownloadRow.next(after: last, limit: Self.batchSize, in: db)
            }
            for row in rows where row.state == .downloaded {
                if let kind = try await check(row) {
                    findings.append(DownloadIssue(kind, file: row.file, music: row.id))
                }
            }
            guard let next = rows.last?.id else { return findings }
            last = next
        }
    }

    private func check(_ row: DownloadRow) async throws -> DownloadIssue.Kind? {
        if try await isSound(row) { return nil }
        guard store.folder.exists("") else { return try await setAside(row) }
        guard let part = try store.folder.lockPart(of: row.file) else { return nil }
        // The other program may have repaired the file, or its row, before it released the lock.
        let isStillDamaged = try await isSound(row) ? false : store.find(row.id) == row
        let finding = isStillDamaged ? try await setAside(row) : nil
        if try part.length() == 0 { try part.remove() }
        return finding
    }

    private func isSound(_ row: DownloadRow) async throws -> Bool {
        guard let file = try ReadOnlyFile(store.folder.path(row.file)), file.length == row.length else { return false }
        return try await file.digest() == row.digest
    }

    /// Moves a file aside and deletes its row, if the row has not changed since the check.
    private func setAside(_ row: DownloadRow) async throws -> DownloadIssue.Kind? {
        let (kind, music) = try await store.write { [folder = store.folder] db -> (DownloadIssue.Kind?, Music?) in
            guard try DownloadRow.delete(row.id, ifFile: row.file, digest: row.digest, in: db) else {
                return (nil, nil)
            }
            let hasFile = folder.exists(row.file)
            if hasFile { try folder.setAside(row.file) }
            return (hasFile ? .changed : .missing, try MusicLookup(db).music(row.id))
        }
        if let music { store.changes.publish(Download(music: music, state: .notDownloaded)) }
        return kind
    }

    private func checkFiles() async throws -> [DownloadIssue] {
        var findings: [DownloadIssue] = []
        for name in try store.folder.names() {
            try Task.checkCancellation()
            if let id = DownloadName.id(in: name) {
                if try await adopt(name, id) {
                    findings.append(DownloadIssue(.unknown, file: name, music: id))
                } else if !store.folder.exists(name) {
                    findings.append(DownloadIssue(.changed, file: name, music: id))
                }
            } else if let id = DownloadName.id(inPart: name) {
                if try await removeAbandonedPart(name, id) {
                    findings.append(DownloadIssue(.abandoned, file: name, music: id))
                }
            }
        }
        return findings
    }

    private func adopt(_ name: String, _ id: MusicID) async throws -> Bool {
        let row = try await store.find(id)
        guard row?.state != .downloaded,
            let music = try await store.library.read({ db in try MusicLookup(db).music(id) }),
            let adopted = try await store.adopt(name, as: id)
        else { return false }
        store.changes.publish(try store.download(adopted, of: music))
        return true
    }

    /// Removes a partial file without a row, unless another program has locked it.
    private func removeAbandonedPart(_ name: String, _ id: MusicID) async throws -> Bool {
        let path = store.folder.path(name)
        guard try ReadOnlyFile(path) != nil, let part = try PartFile.lock(path) else { return false }
        let isAbandoned = try await store.library.read { db in
            guard let row = try DownloadRow.find(id, in: db) else { return try MusicLookup(db).music(id) != nil }
            return row.state == .downloaded || row.file + PartFile.suffix != name
        }
        guard isAbandoned else { return false }
        try part.remove()
        return true
    }
}
