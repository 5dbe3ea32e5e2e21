import Crypto
import FermataDomain
import Foundation

/// A file that is being downloaded, under its temporary name.
///
/// What its part is of is noted once so much is there that it pays to go on with it; small files cost one change of
/// the library only.
actor PartialDownload: DownloadFile {
    private static let notedBytes: Int64 = 1 << 20
    private static let unknownStep: Int64 = 1 << 18
    private let music: Music
    private let store: DownloadStore
    /// Nil once it has ended.
    private var file: PartFile?
    /// As it is stored.
    private var row: DownloadRow
    /// What the source said of what is in the part.
    private var start: AudioStart
    private var length: Int64
    /// Of the first `hashed` bytes.
    private var hash = SHA256()
    private var hashed: Int64 = 0
    private var published: Int64 = 0

    init(of music: Music, row: DownloadRow, file: PartFile, store: DownloadStore) throws(LibraryError) {
        var music = music
        music.isDownloaded = false
        self.music = music
        self.row = row
        self.file = file
        self.store = store
        length = try file.length()
        let isSound = length <= row.length ?? .max
        start = AudioStart(total: row.length, version: isSound ? row.version : nil)
        store.changes.publish(Self.moved(music, length, start))
    }

    var part: AudioPart? {
        guard length > 0, let version = start.version else { return nil }
        return AudioPart(length: length, version: version, total: start.total)
    }

    func begin(_ start: AudioStart) async throws {
        let file = try open()
        guard start.offset <= length else {
            throw LibraryError.cannotKeep(path: file.path, reason: "its part is shorter than it was")
        }
        try store.folder.checkRoom(for: (start.total ?? start.offset) - start.offset)
        try file.truncate(to: start.offset)
        length = start.offset
        self.start = start
        if let noted = row.version, noted != start.version || row.length != start.total { try await note() }
        if hashed != length {
            hash = try await FileDigest.hash(file.descriptor, path: file.path, length: length)
            hashed = length
        }
        publishMove()
    }

    func take(_ bytes: Data) async throws {
        try open().write(bytes, at: length)
        hash.update(data: bytes)
        length += Int64(bytes.count)
        hashed = length
        if length >= Self.notedBytes, row.version != start.version { try await note() }
        if length - published >= start.total.map({ $0 / 100 }) ?? Self.unknownStep { publishMove() }
    }

    func finish() async throws -> Download {
        let file = try open()
        let digest = Data(hash.finalize())
        if let fault = fault(digest) {
            try discard(file)
            throw SourceFailure(.badData, address: music.title, reason: fault)
        }
        guard try file.isInPlace() else { return try await endWithoutFile() }
        do { try file.flush() } catch {
            try discard(file)  // whatever reached the disk is not known
            throw error
        }
        try file.rename(to: store.folder.path(row.file))
        try store.folder.flush()
        row = DownloadRow(downloaded: row.id, file: row.file, length: length, digest: digest)
        try await store.write { [row] db in try row.save(in: db) }
        return end(try store.download(row, of: music))
    }

    func fail(_ reason: String) async throws -> Download {
        try await endWithPart(.failed, reason)
    }

    func release() async throws {
        _ = try await endWithPart(.wanted)
    }
}

extension PartialDownload {
    private func open() throws(LibraryError) -> PartFile {
        if let file { return file }
        throw LibraryError.cannotKeep(path: store.folder.path(row.file), reason: "its download has ended")
    }

    /// Why what was taken in is not what the source promised; nil where it is.
    private func fault(_ digest: Data) -> String? {
        if let total = start.total, total != length {
            return "\(length) bytes came, where \(total) were promised"
        }
        if length == 0 { return "it is empty" }
        if let promised = start.digest, promised != digest { return "its digest (SHA-256) is not the one promised" }
        return nil
    }

    /// Stores what the part is of, so that a later run can go on with it.
    private func note() async throws {
        (row.version, row.length) = (start.version, start.total)
        _ = try await store.write { [row] db in try row.update(in: db) }
    }

    private func discard(_ file: PartFile) throws(LibraryError) {
        (length, hashed, hash, start) = (0, 0, SHA256(), AudioStart())
        try file.truncate(to: 0)
    }

    /// The part stays where it can be gone on with. Its lock is held until that is noted.
    private func endWithPart(_ state: DownloadRow.State, _ reason: String? = nil) async throws -> Download {
        let file = try open()
        var ended = Download(music: music, state: .waiting)
        defer { _ = end(ended) }
        var noted = row
        (noted.state, noted.reason) = (state, reason)
        if try part != nil && file.isInPlace() {
            (noted.version, noted.length) = (start.version, start.total)
            (ended.received, ended.length) = (length, start.total)
        } else {
            (noted.version, noted.length) = (nil, nil)
            try file.remove()
        }
        let isKnown = try await noted == row ? store.isKnown(row.id) : store.write { [noted] in try noted.update(in: $0) }
        ended.state = isKnown ? reason.map { .failed(reason: $0) } ?? .waiting : .notDownloaded
        return ended
    }

    /// Its part was taken away: because its download was removed, or by somebody else.
    private func endWithoutFile() async throws -> Download {
        guard try await store.isKnown(row.id) else { return end(Download(music: music, state: .notDownloaded)) }
        let path = store.folder.path
        guard FileManager.default.fileExists(atPath: path) else {
            throw LibraryError.cannotKeep(path: path, reason: "the folder was removed")
        }
        throw LibraryError.cannotKeep(path: store.folder.path(row.file), reason: "its part was removed")
    }

    private func end(_ download: Download) -> Download {
        file = nil
        store.changes.publish(download)
        return download
    }

    private func publishMove() {
        published = length
        store.changes.publish(Self.moved(music, length, start))
    }

    private static func moved(_ music: Music, _ length: Int64, _ start: AudioStart) -> Download {
        Download(
            music: music, state: .downloading(fraction: DownloadStore.fraction(length, of: start.total)),
            received: length, length: start.total)
    }
}
