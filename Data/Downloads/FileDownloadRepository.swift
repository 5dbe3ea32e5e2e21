public import FermataDomain
public import Foundation
import GRDB

/// Downloads as files in a folder and rows of the library on disk.
///
/// Partial files are locked while they are written, so several programs can share a folder.
public struct FileDownloadRepository: DownloadRepository {
    private static let pause = Duration.milliseconds(100)
    /// The number of songs in memory at a time.
    private static let batchSize = 500
    let store: DownloadStore
    private let clock: any Clock<Duration>

    /// The folder is created at its first use.
    public init(library: SQLiteLibrary, folder: URL, clock: any Clock<Duration>) {
        self.init(library: library, folder: folder, clock: clock, freeSpace: DownloadFolder.freeSpace)
    }

    /// `freeSpace` returns the free bytes on the disk of a path; nil if unknown.
    package init(
        library: SQLiteLibrary, folder: URL, clock: any Clock<Duration>,
        freeSpace: @escaping @Sendable (String) -> Int64?
    ) {
        store = DownloadStore(library: library, folder: DownloadFolder(path: folder.path, freeSpace: freeSpace))
        self.clock = clock
    }

    public func downloads(allowing filter: ExplicitFilter, window: Window) async throws -> [Download] {
        let found = try await store.library.read { db in
            let lookup = try MusicLookup(db)
            return try DownloadRow.listed(allowing: filter, window: window, in: db).compactMap { row in
                try lookup.music(row.id).map { (row, $0) }
            }
        }
        return try found.map(store.download)
    }

    public func count(allowing filter: ExplicitFilter) async throws -> Int {
        try await store.library.read { db in try DownloadRow.count(allowing: filter, in: db) }
    }

    public func count(of group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int {
        try await store.library.read { db in try DownloadRow.count(of: group, allowing: filter, in: db) }
    }

    public func states(of music: [MusicID]) async throws -> [MusicID: DownloadState] {
        let rows = try await store.library.read { db in try music.compactMap { try DownloadRow.find($0, in: db) } }
        let states = try rows.map { ($0.id, try store.download($0, of: Music(id: $0.id, title: "")).state) }
        return Dictionary(states) { first, _ in first }
    }

    public func changes() -> AsyncStream<Download> { store.changes.stream() }

    public func request(_ music: [MusicID]) async throws {
        try await store.library.read { db in try music.forEach { try Self.check($0, in: db) } }
        for start in stride(from: 0, to: music.count, by: Self.batchSize) {
            let requested = try await store.library.write { db in
                let lookup = try MusicLookup(db)
                return try music[start...].prefix(Self.batchSize).compactMap { try Self.request($0, lookup, in: db) }
            }
            for music in requested { store.changes.publish(Download(music: music, state: .waiting)) }
        }
    }

    public func pending() async throws -> [MusicID] {
        try await store.library.read { db in try DownloadRow.pending(in: db) }
    }

    public func begin(_ music: Music) async throws -> DownloadStart {
        var name = DownloadName(music).text
        while true {
            if store.folder.exists(name), let known = try await store.find(music.id), store.hasFile(known) {
                return .existing(try store.download(known, of: music))
            }
            guard let part = try store.folder.lockPart(of: name) else {
                try await clock.sleep(for: Self.pause)
                continue
            }
            let known = try await store.find(music.id)
            guard let known, known.file != name || store.hasFile(known) else {
                return try await begin(music, part, known, name)
            }
            name = known.file
            if try part.length() == 0 { try part.remove() }
        }
    }

    public func remove(_ music: [MusicID]) async throws {
        var firstError: DownloadError?
        for start in stride(from: 0, to: music.count, by: Self.batchSize) {
            let batch = Array(music[start...].prefix(Self.batchSize))
            let (_, error) = try await remove(batch) { _, _ in true }
            firstError = firstError ?? error
        }
        if let firstError { throw firstError }
    }

    public func remove(_ group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int {
        var (count, last, firstError) = (0, MusicID?.none, DownloadError?.none)
        while true {
            let batch = try await store.library.read { [last] db in
                try DownloadRow.ids(of: group, allowing: filter, after: last, limit: Self.batchSize, in: db)
            }
            let (removed, error) = try await remove(batch) { id, db in
                try DownloadRow.isMember(id, of: group, allowing: filter, in: db)
            }
            count += removed
            firstError = firstError ?? error
            guard let next = batch.last else { break }
            last = next
        }
        if let firstError { throw firstError }
        return count
    }

    public func check() async throws -> [DownloadIssue] {
        try await DownloadRepair(store: store).run()
    }
}

extension FileDownloadRepository {
    /// What one transaction has removed, and the first error of a file.
    private struct Removal {
        var rows: [DownloadRow] = []
        /// The songs of the rows that the library has.
        var music: [Music] = []
        var error: DownloadError?
    }

    /// Removes downloads with their files, if the condition holds for each.
    ///
    /// No transaction waits until complete files are removed. A kill in between leaves rows without files: `check` and the
    /// next download of the song repair them. The transaction removes the files of all other rows, and of those that have
    /// changed meanwhile: a download may give such a file its name at any time, and stores its row afterwards.
    ///
    /// Returns how many there were, and the first error of a file; the downloads of other files are removed.
    private func remove(
        _ ids: [MusicID], if condition: @escaping @Sendable (MusicID, Database) throws -> Bool
    ) async throws -> (count: Int, error: DownloadError?) {
        let rowsWithoutFiles = try await removeCompleteFiles(of: ids, if: condition)
        var removal = try await store.write { [folder = store.folder] db -> Removal in
            let lookup = try MusicLookup(db)
            var removal = Removal()
            for id in ids {
                guard let row = try DownloadRow.find(id, in: db) else { continue }
                if rowsWithoutFiles[id] != row {
                    guard try condition(id, db) else { continue }
                    do throws(DownloadError) { try folder.remove(row.file) } catch {
                        removal.error = removal.error ?? error
                        continue
                    }
                }
                try DownloadRow.delete(id, in: db)
                removal.rows.append(row)
                if let music = try lookup.music(id) { removal.music.append(music) }
            }
            return removal
        }
        for row in removal.rows {
            do throws(DownloadError) { try store.folder.removePart(of: row.file) } catch {
                removal.error = removal.error ?? error
            }
        }
        for var music in removal.music {
            music.isDownloaded = false
            store.changes.publish(Download(music: music, state: .notDownloaded))
        }
        return (removal.rows.count, removal.error)
    }

    /// Removes the complete files of downloads that meet the condition, and returns the rows whose files it has removed.
    private func removeCompleteFiles(
        of ids: [MusicID], if condition: @escaping @Sendable (MusicID, Database) throws -> Bool
    ) async throws -> [MusicID: DownloadRow] {
        let rows = try await store.library.read { db in
            try ids.compactMap { id in try condition(id, db) ? DownloadRow.find(id, in: db) : nil }
        }
        let removed = try await BlockingIO.run { [folder = store.folder] in
            rows.filter { $0.state == .downloaded && (try? folder.remove($0.file)) != nil }
        }
        return Dictionary(removed.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Throws `MusicError.notFound` if neither the library nor a download has this id.
    private static func check(_ id: MusicID, in db: Database) throws {
        let find = try RawStatement(
            db, "SELECT 1 FROM music WHERE id = :id UNION ALL SELECT 1 FROM download WHERE id = :id",
            ["id": .integer(id.stored)], isCached: true)
        guard try find.first({ _ in true }) != nil else { throw MusicError.notFound(id.description) }
    }

    /// Returns the music if it was not requested before.
    private static func request(_ id: MusicID, _ lookup: MusicLookup, in db: Database) throws -> Music? {
        let known = try DownloadRow.find(id, in: db)
        guard known == nil || known?.state == .failed else { return nil }
        guard let music = try lookup.music(id) else { throw MusicError.notFound(id.description) }
        try DownloadRow.delete(id, in: db)
        let row = known.flatMap { $0.version == nil ? nil : $0.resumed } ?? Self.newRow(of: music)
        try row.save(in: db)
        return music
    }

    private static func newRow(of music: Music) -> DownloadRow {
        DownloadRow(id: music.id, state: .requested, file: DownloadName(music).text)
    }

    /// Starts or resumes a locked partial file, unless a complete file exists without a row.
    private func begin(
        _ music: Music, _ part: PartFile, _ known: DownloadRow?, _ name: String
    ) async throws -> DownloadStart {
        if let adopted = try await store.adopt(name, as: music.id, part: part) {
            let download = try store.download(adopted, of: music)
            store.changes.publish(download)
            return .existing(download)
        }
        let row = known?.resumed ?? Self.newRow(of: music)
        if known?.state != .requested { try await store.write { db in try row.save(in: db) } }
        return .started(try PartialDownload(of: music, row: row, file: part, store: store))
    }
}

extension FileDownloadRepository: StoredAudioRepository {
    /// Returns nil if the file cannot be opened: the song's source may still have its audio.
    public func audio(of music: Music) async throws -> StoredAudio? {
        guard let row = try await store.find(music.id), row.state == .downloaded else { return nil }
        return try await BlockingIO.run { [path = store.folder.path(row.file)] in
            try? StoredAudio(AudioFile(BytePath(path)), path: path)
        }
    }
}
