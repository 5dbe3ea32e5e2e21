import FermataDomain
import Foundation
import GRDB
import Synchronization

/// The library, folder and observers of downloads.
struct DownloadStore: Sendable {
    let library: SQLiteLibrary
    let folder: DownloadFolder
    let changes = DownloadChanges()
    let finisher: DownloadFinisher

    init(library: SQLiteLibrary, folder: DownloadFolder) {
        self.library = library
        self.folder = folder
        finisher = DownloadFinisher(library: library, folder: folder)
    }

    func find(_ id: MusicID) async throws -> DownloadRow? {
        try await library.read { db in try DownloadRow.find(id, in: db) }
    }

    /// Whether a download still exists; works in cancelled tasks.
    func isKnown(_ id: MusicID) async throws -> Bool {
        try await Task { try await find(id) != nil }.value
    }

    /// Writes even in cancelled tasks, because the end of a download must be stored.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await Task { try await library.write(body) }.value
    }

    /// Whether a download is stored and its file still exists.
    func hasFile(_ row: DownloadRow) -> Bool { row.state == .downloaded && folder.exists(row.file) }

    /// Adopts an existing complete file as the download of some music.
    ///
    /// Returns nil if the file is not valid.
    ///
    /// Renames a file whose length differs from the source's. Removes `part`, the unused partial file, before it stores
    /// the row: no later download would remove it after a kill in between.
    func adopt(_ name: String, as id: MusicID, part: PartFile? = nil) async throws -> DownloadRow? {
        guard let file = try ReadOnlyFile(folder.path(name)), file.length > 0 else { return nil }
        if let known = try await find(id), known.file == name, known.length ?? file.length != file.length {
            try folder.setAside(name)
            return nil
        }
        let row = DownloadRow(downloaded: id, file: name, length: file.length, digest: try await file.digest())
        try part?.remove()
        try await write { db in try row.save(in: db) }
        return row
    }

    /// A row as a download. The lock on the partial file shows whether any program is downloading it.
    func download(_ row: DownloadRow, of music: Music) throws -> Download {
        var music = music
        music.isDownloaded = row.state == .downloaded
        guard row.state != .downloaded else {
            return Download(
                music: music, state: .downloaded, received: row.length ?? 0, length: row.length,
                file: folder.path(row.file), digest: row.digest?.hexadecimal)
        }
        if let running = changes.running(row.id) { return running }
        let part = try ReadOnlyFile(folder.path(row.file) + PartFile.suffix)
        let received = part?.length ?? 0
        var state = row.reason.map { DownloadState.failed(SourceFailureCause(storedText: $0)) } ?? .waiting
        if part?.isLocked == true { state = .downloading(fraction: Self.fraction(received, of: row.length)) }
        return Download(music: music, state: state, received: received, length: row.length)
    }

    /// The fraction from 0 to 1; nil if the length is unknown.
    static func fraction(_ received: Int64, of length: Int64?) -> Double? {
        guard let length, length > 0 else { return nil }
        return min(1, Double(received) / Double(length))
    }
}

/// Sends changes of downloads to observers, and stores the running downloads of this program.
final class DownloadChanges: Sendable {
    /// The changes buffered per observer; a slower observer loses the oldest ones.
    private static let bufferSize = 1_024

    private struct State {
        var running: [MusicID: Download] = [:]
        var followers: [Int: AsyncStream<Download>.Continuation] = [:]
        var nextFollower = 0
    }

    private let state = Mutex(State())

    /// Emits each change from now on, until the consumer stops.
    func stream() -> AsyncStream<Download> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Download.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
        let number = state.withLock { state in
            state.nextFollower += 1
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: number) }
        }
        return stream
    }

    func publish(_ download: Download) {
        let followers = state.withLock { state in
            if case .downloading = download.state {
                state.running[download.id] = download
            } else {
                state.running[download.id] = nil
            }
            return Array(state.followers.values)
        }
        for follower in followers { follower.yield(download) }
    }

    /// Removes a download that ended without a change.
    func forget(_ id: MusicID) { state.withLock { $0.running[id] = nil } }

    /// The running downloads of this program.
    func running(_ id: MusicID) -> Download? { state.withLock { $0.running[id] } }
}

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
