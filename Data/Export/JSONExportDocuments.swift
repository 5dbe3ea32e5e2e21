public import FermataDomain
public import Foundation
import NIOCore
import Synchronization

/// The documents of an export in a folder: JSON, and iCalendar for to-dos.
public struct JSONExportDocuments: ExportDocuments {
    private let folder: ExportFolder
    private let timeZone: TimeZone
    private let now: @Sendable () -> Date

    /// `now` provides the time at which imported sources are added.
    public init(folder: String, timeZone: TimeZone, now: @escaping @Sendable () -> Date) {
        self.folder = ExportFolder(path: folder)
        self.timeZone = timeZone
        self.now = now
    }

    public var toDos: any ToDoDocument {
        ICalendarToDoDocument(
            file: URL(filePath: folder.path(of: .toDos)), timeZone: timeZone, isPrivate: true, now: now)
    }

    public func prepare(replacing: Bool) async throws {
        try await BlockingIO.run { [folder] in try folder.prepare(replacing: replacing) }
    }

    public func existing() async throws -> Set<ExportKind> {
        try await BlockingIO.run { [folder] in try folder.existing() }
    }

    public func write(bookmarks: any AsyncSequence<[ExportedBookmark], any Error> & Sendable) async throws -> Int {
        try await document(.bookmarks).write(bookmarks, BookmarkRecord.init)
    }

    public func write(ratings: any AsyncSequence<[ExportedRating], any Error> & Sendable) async throws -> Int {
        try await document(.ratings).write(ratings, RatingRecord.init)
    }

    public func write(annotations: [ExportedAnnotations]) async throws -> Int {
        try await write(annotations, .annotations, AnnotationRecord.init)
    }

    public func write(playlists: any AsyncSequence<[ExportedPlaylist], any Error> & Sendable) async throws -> Int {
        try await document(.playlists).write(playlists, ExportedPlaylistRecord.init)
    }

    public func write(sources: [ExportedSource]) async throws -> Int {
        try await write(sources, .sources, SourceRecord.init)
    }

    private func write<Value: Sendable>(
        _ values: [Value], _ kind: ExportKind,
        _ record: @escaping @Sendable (Value) -> some Encodable & SendableMetatype
    ) async throws -> Int {
        try await document(kind).write(TaskSequence<[Value]> { send in try send(values) {} }, record)
    }

    public func bookmarks() -> any AsyncSequence<[RecordResult<ExportedBookmark>], any Error> & Sendable {
        document(.bookmarks).records { (record: BookmarkRecord) in record.bookmark }
    }

    public func ratings() -> any AsyncSequence<[RecordResult<ExportedRating>], any Error> & Sendable {
        document(.ratings).records { (record: RatingRecord) in record.rating }
    }

    public func annotations() -> any AsyncSequence<[RecordResult<ExportedAnnotations>], any Error> & Sendable {
        document(.annotations).records { (record: AnnotationRecord) in record.annotations }
    }

    public func playlists() -> any AsyncSequence<[RecordResult<ExportedPlaylist>], any Error> & Sendable {
        document(.playlists).records { (record: ExportedPlaylistRecord) in record.playlist }
    }

    public func sources() -> any AsyncSequence<[RecordResult<ExportedSource>], any Error> & Sendable {
        let added = now()
        return document(.sources).records { (record: SourceRecord) in record.source(added: added) }
    }

    private func document(_ kind: ExportKind) -> ExportedDocument {
        ExportedDocument(path: folder.path(of: kind), member: kind.rawValue)
    }
}

/// The folder of an export and the names of its documents.
struct ExportFolder: Sendable {
    let path: String

    func path(of kind: ExportKind) -> String { "\(path)/\(Self.name(of: kind))" }

    /// Makes the folder if it does not exist; only its owner can open it.
    ///
    /// Throws `BackupError.cannotWrite` for a folder with other files, unless documents may be replaced.
    func prepare(replacing: Bool) throws {
        if mkdir(path, 0o700) == 0 { return }
        if errno != EEXIST {
            throw BackupError.cannotWrite(path: path, errno == ENOENT ? .folderMissing : StorageFailure(errno: errno))
        }
        let names = try names { BackupError.cannotWrite(path: path, $0) }
        guard replacing || names.allSatisfy(Self.isLeftover) else {
            throw BackupError.cannotWrite(path: path, .notEmpty)
        }
    }

    /// Returns the kinds of the documents in the folder.
    ///
    /// Throws `BackupError.noDocuments` if there is none, or `.cannotRead`.
    func existing() throws -> Set<ExportKind> {
        _ = try names { BackupError.cannotRead(path: path, $0) }
        let kinds = try ExportKind.allCases.filter { kind in
            var status = stat()
            guard stat(path(of: kind), &status) == 0 else { return false }
            if let failure = StorageFailure(unlessRegular: status) {
                throw BackupError.cannotRead(path: path(of: kind), failure)
            }
            return true
        }
        if kinds.isEmpty { throw BackupError.noDocuments(path: path) }
        return Set(kinds)
    }

    private static func name(of kind: ExportKind) -> String {
        switch kind {
        case .sources: "sources.json"
        case .bookmarks: "bookmarks.json"
        case .ratings: "ratings.json"
        case .annotations: "albums-and-artists.json"
        case .playlists: "playlists.json"
        case .toDos: "todos.ics"
        }
    }

    /// Whether a file is a temporary file of an interrupted export.
    private static func isLeftover(_ name: String) -> Bool {
        ExportKind.allCases.contains { name.hasPrefix(".\(Self.name(of: $0))\(PartFile.suffix)") }
    }

    private func names(_ failure: (StorageFailure) -> BackupError) throws -> [String] {
        guard let folder = opendir(path) else { throw failure(StorageFailure(errno: errno)) }
        closedir(folder)
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw failure(.unreadable)
        }
    }
}

/// One document of an export: an object with a version and an array of records.
struct ExportedDocument: Sendable {
    private static let version = 1
    private static let limits = CatalogueLimits(recordBytes: 32 << 20)
    let path: String
    let member: String

    /// Replaces the document completely or not at all; returns the number of records.
    ///
    /// Rethrows the errors of `batches`. Throws `BackupError`.
    func write<Value: Sendable>(
        _ batches: any AsyncSequence<[Value], any Error> & Sendable,
        _ record: @escaping @Sendable (Value) -> some Encodable & SendableMetatype
    ) async throws -> Int {
        let count = Mutex(0)
        do {
            try await DocumentWriter.write(
                to: path, isPrivate: true, head: "{\"version\": \(Self.version), \"\(member)\": [\n",
                foot: "\n]}\n",
                each: { value in
                    let separator = count.withLock { count in
                        count += 1
                        return count == 1 ? "" : ",\n"
                    }
                    return separator + (try Self.text(of: record(value)))
                }, batches)
        } catch ToDoDocumentError.cannotWrite(let path, let failure) {
            throw BackupError.cannotWrite(path: path, failure)
        }
        return count.withLock { $0 }
    }

    private static func text(of record: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(record), as: UTF8.self)
    }

    /// Returns the records in batches as a stream. The iterator throws `BackupError`.
    func records<Record: Decodable & Sendable, Value: Sendable>(
        _ value: @escaping @Sendable (Record) -> Value
    ) -> any AsyncSequence<[RecordResult<Value>], any Error> & Sendable {
        TaskSequence<[RecordResult<Value>]>.oneAhead { send in
            try await read { (batch: ExportBatch<Record>) in
                try await send(batch.records.map { $0.map(value) })
            }
        }
    }

    private func read<Record: Decodable & Sendable>(
        _ send: (ExportBatch<Record>) async throws -> Void
    ) async throws {
        do {
            let file = try await DocumentFile.open(path)
            var reader = DocumentReader(
                limits: Self.limits,
                decoder: ExportDecoder<Record>(base: URL(filePath: path), depthLimit: Self.limits.depth),
                member: member)
            while case let chunk = try await file.read(), !chunk.isEmpty {
                for batch in try reader.read(ByteBuffer(bytes: chunk)) { try await send(batch) }
            }
            for batch in try reader.finish() { try await send(batch) }
        } catch let failure as ContentFailure {
            throw BackupError.invalidDocument(path: path, failure)
        } catch ToDoDocumentError.cannotRead(let path, let failure) {
            throw BackupError.cannotRead(path: path, failure)
        }
    }
}

/// Decodes the records of one document of an export.
struct ExportDecoder<Record: Decodable & Sendable>: DocumentDecoder {
    private let json: RecordJSON

    init(base: URL, depthLimit: Int) {
        json = RecordJSON(depthLimit: depthLimit)
    }

    func decode(_ bytes: Data, at position: Int, into batch: inout ExportBatch<Record>) throws(RecordError) {
        batch.decoded.append((position, try json.decode(Record.self, from: bytes)))
    }
}

/// Consecutive records of a document of an export.
struct ExportBatch<Record: Sendable>: SyncBatch {
    var decoded: [(position: Int, record: Record)] = []
    var rejected: [RejectedRecord] = []

    var count: Int { decoded.count + rejected.count }

    /// All records in the order of the document.
    var records: [RecordResult<Record>] {
        let all =
            decoded.map { ($0.position, RecordResult<Record>.success($0.record)) }
            + rejected.map { ($0.position, RecordResult<Record>.failure($0)) }
        return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
