import FermataDomain
import Foundation

/// Compares the folder of downloads with the library, and mends where they do not agree.
///
/// Every downloaded file is read. Files that do not carry the id of music are left alone.
struct DownloadCheck: Sendable {
    private static let batchSize = 500
    let store: DownloadStore

    func run() async throws -> [DownloadFinding] {
        try await checkRows() + checkFiles()
    }

    private func checkRows() async throws -> [DownloadFinding] {
        var findings: [DownloadFinding] = []
        var last: MusicID?
        while true {
            let rows = try await store.library.read { [last] db in
                try DownloadRow.next(after: last, limit: Self.batchSize, in: db)
            }
            for row in rows where row.state == .downloaded {
                if let kind = try await check(row) {
                    findings.append(DownloadFinding(kind, file: row.file, music: row.id))
                }
            }
            guard let next = rows.last?.id else { return findings }
            last = next
        }
    }

    private func check(_ row: DownloadRow) async throws -> DownloadFinding.Kind? {
        let file = try KeptFile(store.folder.path(row.file))
        if let file, file.length == row.length, try await file.digest() == row.digest { return nil }
        let isThere = store.folder.exists(row.file)
        if isThere { try store.folder.setAside(row.file) }
        let music = try await store.write { db in
            try DownloadRow.delete(row.id, ifFile: row.file, in: db)
            return try MusicLookup(db).music(row.id)
        }
        if let music { store.changes.publish(Download(music: music, state: .notDownloaded)) }
        return isThere ? .changed : .missing
    }

    private func checkFiles() async throws -> [DownloadFinding] {
        var findings: [DownloadFinding] = []
        for name in try store.folder.names() {
            try Task.checkCancellation()
            if let id = DownloadName.id(in: name) {
                if try await adopt(name, id) { findings.append(DownloadFinding(.unknown, file: name, music: id)) }
            } else if let id = DownloadName.id(inPart: name) {
                if try await drop(name, id) { findings.append(DownloadFinding(.abandoned, file: name, music: id)) }
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

    /// Drops a part that no row is waiting for, unless somebody holds it.
    private func drop(_ name: String, _ id: MusicID) async throws -> Bool {
        let path = store.folder.path(name)
        guard try KeptFile(path) != nil, let part = try PartFile.lock(path) else { return false }
        if let row = try await store.find(id), row.state != .downloaded, row.file + PartFile.suffix == name {
            return false
        }
        try part.remove()
        return true
    }
}
