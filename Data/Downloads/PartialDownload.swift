import Crypto
import FermataDomain
import Foundation

/// A file that is being downloaded, under its temporary name.
///
/// Stores the version of the partial file only after enough bytes to be worth resuming, so that a small file needs
/// one change of the library only.
actor PartialDownload: DownloadFile {
    /// The length from which a partial file is worth resuming, so that its version is stored.
    private static let resumableBytes: Int64 = 1 << 20
    /// The bytes between two published progress values if the length is unknown.
    private static let stepOfUnknownLength: Int64 = 1 << 18
    private let music: Music
    private let store: DownloadStore
    /// Nil after the end.
    private var content: PartContent?
    /// The stored row.
    private var row: DownloadRow
    private var published: Int64 = 0

    init(of music: Music, row: DownloadRow, file: PartFile, store: DownloadStore) throws(DownloadError) {
        var music = music
        music.isDownloaded = false
        let content = try PartContent(file, storedAs: row)
        (self.music, self.row, self.store, self.content) = (music, row, store, content)
        store.changes.publish(Self.moved(music, content))
    }

    deinit {
        if content != nil { store.changes.forget(music.id) }
    }

    var part: AudioPart? { content?.part }

    func begin(_ start: AudioStart) async throws {
        let file = try open().file
        try content?.begin(start)
        try store.folder.checkRoom(for: (start.total ?? start.offset) - start.offset)
        if let stored = row.version, stored != start.version || row.length != start.total {
            try await storeVersion()
        }
        if try !open().isHashed {
            content?.adopt(try await file.hash(ofFirst: start.offset))
        }
        try publishMove()
    }

    func write(_ bytes: Data) async throws {
        _ = try open()
        try content?.append(bytes)
        let content = try open()
        if content.length >= Self.resumableBytes, row.version != content.start.version { try await storeVersion() }
        let step = content.start.total.map { $0 / 100 } ?? Self.stepOfUnknownLength
        if content.length - published >= step { try publishMove() }
    }

    func finish() async throws -> Download {
        let content = try open()
        if let failure = content.failure {
            try self.content?.discard()
            throw SourceFailure(.content(failure), address: music.title)
        }
        do { try await BlockingIO.run { try content.file.flush() } } catch {
            try self.content?.discard()  // unknown bytes may have reached the disk
            throw error
        }
        let complete = DownloadRow(downloaded: row.id, file: row.file, length: content.length, digest: content.digest)
        switch try await store.finisher.finish(content.file, as: complete) {
        case .stored: return end(try store.download(complete, of: music))
        case .removed: return end(Download(music: music, state: .notDownloaded))
        case .partMissing: return try await endWithoutFile()
        }
    }

    func fail(_ cause: SourceFailureCause) async throws -> Download {
        try await endWithPart(.failed, cause)
    }

    func release() async throws {
        _ = try await endWithPart(.requested)
    }
}

extension PartialDownload {
    private func open() throws(DownloadError) -> PartContent {
        if let content { return content }
        throw DownloadError.cannotStore(path: store.folder.path(row.file), .removed)
    }

    /// Stores the version of the partial file, so that a later run can resume it.
    private func storeVersion() async throws {
        let start = try open().start
        (row.version, row.length) = (start.version, start.total)
        _ = try await store.write { [row] db in try row.update(in: db) }
    }

    /// Leaves a resumable partial file in place, locked until its row is stored.
    private func endWithPart(_ state: DownloadRow.State, _ cause: SourceFailureCause? = nil) async throws -> Download {
        let content = try open()
        var ended = Download(music: music, state: .waiting)
        defer { _ = end(ended) }
        var changed = row
        (changed.state, changed.reason) = (state, cause?.storedText)
        if try content.part != nil && content.file.isInPlace() {
            (changed.version, changed.length) = (content.start.version, content.start.total)
            (ended.received, ended.length) = (content.length, content.start.total)
        } else {
            (changed.version, changed.length) = (nil, nil)
            try content.file.remove()
        }
        let isKnown =
            try await changed == row ? store.isKnown(row.id) : store.write { [changed] in try changed.update(in: $0) }
        if !isKnown {
            (ended.received, ended.length) = (0, nil)
            try content.file.remove()
        }
        ended.state = isKnown ? cause.map { .failed($0) } ?? .waiting : .notDownloaded
        return ended
    }

    /// Ends a download whose partial file is missing: the download was removed, or another program deleted the file.
    private func endWithoutFile() async throws -> Download {
        guard try await store.isKnown(row.id) else { return end(Download(music: music, state: .notDownloaded)) }
        let path = store.folder.path
        guard FileManager.default.fileExists(atPath: path) else {
            throw DownloadError.cannotStore(path: path, .removed)
        }
        throw DownloadError.cannotStore(path: store.folder.path(row.file), .removed)
    }

    private func end(_ download: Download) -> Download {
        content = nil
        store.changes.publish(download)
        return download
    }

    private func publishMove() throws(DownloadError) {
        let content = try open()
        published = content.length
        store.changes.publish(Self.moved(music, content))
    }

    private static func moved(_ music: Music, _ content: PartContent) -> Download {
        Download(
            music: music, state: .downloading(fraction: content.fraction), received: content.length,
            length: content.start.total)
    }
}

/// The bytes of a partial file and their digest, which is updated with each write.
///
/// A complete file needs no second read.
struct PartContent {
    let file: PartFile
    private(set) var length: Int64
    /// The source's metadata of these bytes.
    private(set) var start: AudioStart
    private var hash = SHA256()
    /// The number of hashed bytes.
    private var hashed: Int64 = 0

    /// `row` has the stored version of the partial file.
    init(_ file: PartFile, storedAs row: DownloadRow) throws(DownloadError) {
        self.file = file
        length = try file.length()
        let isSound = length <= row.length ?? .max
        start = AudioStart(total: row.length, version: isSound ? row.version : nil)
    }

    /// The part that can be resumed.
    var part: AudioPart? {
        guard length > 0, let version = start.version else { return nil }
        return AudioPart(length: length, version: version, total: start.total)
    }

    var isHashed: Bool { hashed == length }

    /// SHA-256 of all bytes, if all are hashed.
    var digest: Data { Data(hash.finalize()) }

    /// The fraction from 0 to 1; nil if the complete length is unknown.
    var fraction: Double? { DownloadStore.fraction(length, of: start.total) }

    /// Why the bytes differ from the source's metadata; nil if they match.
    var failure: ContentFailure? {
        if let total = start.total, total != length { return .wrongLength(length, expected: total) }
        if length == 0 || !isHashed { return .empty }
        if let promised = start.digest, promised != digest { return .wrongDigest }
        return nil
    }

    /// Discards the bytes after the source's start offset.
    mutating func begin(_ start: AudioStart) throws(DownloadError) {
        guard start.offset <= length else {
            throw .cannotStore(path: file.path, .changed)
        }
        try file.truncate(to: start.offset)
        (length, self.start) = (start.offset, start)
    }

    /// Hashes all existing bytes before resuming.
    mutating func adopt(_ hash: SHA256) {
        (self.hash, hashed) = (hash, length)
    }

    mutating func append(_ bytes: Data) throws(DownloadError) {
        try file.write(bytes, at: length)
        hash.update(data: bytes)
        length += Int64(bytes.count)
        hashed = length
    }

    mutating func discard() throws(DownloadError) {
        (length, hashed, hash, start) = (0, 0, SHA256(), AudioStart())
        try file.truncate(to: 0)
    }
}
