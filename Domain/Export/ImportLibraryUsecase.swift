/// Imports the records of an export that the library does not have.
public struct ImportLibraryUsecase: Sendable {
    private let data: any PersonalDataRepository
    private let annotations: any SubjectImportRepository
    private let toDos: any ToDoRepository
    private let listener: Listener
    private let prepare: @Sendable (Source) throws -> Source

    /// Imports no new source that runs a program: the author of the export would choose what runs on this computer.
    ///
    /// `prepare` returns a source as it is stored and throws `SourceError` for one that no remote repository can read.
    public init(
        data: any PersonalDataRepository, annotations: any SubjectImportRepository, toDos: any ToDoRepository,
        listener: Listener, prepare: @escaping @Sendable (Source) throws -> Source
    ) {
        self.data = data
        self.annotations = annotations
        self.toDos = toDos
        self.listener = listener
        self.prepare = prepare
    }

    /// Imports the existing documents and returns the result of each; changes and removes nothing.
    ///
    /// If a document cannot be read to its end, the others are still imported.
    ///
    /// Throws `BackupError.noDocuments` from `documents`, or `LibraryImportError` if a document cannot be read to its
    /// end, all records are rejected, or the library cannot be written, which ends the import.
    public func execute(_ documents: any ExportDocuments) async throws -> [ImportSummary] {
        let existing = try await documents.existing()
        var summaries: [ImportSummary] = []
        var causes: [any Error] = []
        for kind in ExportKind.allCases where existing.contains(kind) {
            var summary = ImportSummary(kind)
            do {
                try await add(kind, of: documents, to: &summary)
            } catch  where !(error is CancellationError) {
                causes.append(error)
            }
            summaries.append(summary)
            if let last = causes.last, !Self.isOfDocument(last) { break }
        }
        if causes.isEmpty, Self.isOfRejectedOnly(summaries) { causes = [BackupError.noValidRecords] }
        if !causes.isEmpty { throw LibraryImportError(causes: causes, summaries: summaries) }
        return summaries
    }

    /// Whether an error is about one document, so that others can be imported.
    private static func isOfDocument(_ error: any Error) -> Bool { error is BackupError || error is ToDoDocumentError }

    private static func isOfRejectedOnly(_ summaries: [ImportSummary]) -> Bool {
        summaries.contains { $0.rejectedCount > 0 } && summaries.allSatisfy { $0.acceptedCount == 0 }
    }

    private func add(
        _ kind: ExportKind, of documents: any ExportDocuments, to summary: inout ImportSummary
    ) async throws {
        switch kind {
        case .sources:
            let existing = try await data.sources().map(\.source)
            try await add(documents.sources(), to: &summary, unless: { failure(of: $0, besides: existing) }) {
                try await data.add($0.map(prepared))
            }
        case .bookmarks:
            try await add(documents.bookmarks(), to: &summary) { try await data.add($0, allowing: listener.filter) }
        case .ratings:
            try await add(documents.ratings(), to: &summary) { try await data.add($0, allowing: listener.filter) }
        case .annotations:
            try await add(documents.annotations(), to: &summary) {
                try await annotations.add($0, allowing: listener.filter)
            }
        case .playlists:
            try await add(documents.playlists(), to: &summary, unless: failure) {
                try await data.add($0, allowing: listener.filter)
            }
        case .toDos:
            do {
                summary.include(try await ImportToDosUsecase(toDos: toDos).execute(documents.toDos))
            } catch let error as ToDoImportError {
                summary.include(error.summary)
                throw error.cause
            }
        }
    }

    private func add<Record: Sendable>(
        _ batches: any AsyncSequence<[RecordResult<Record>], any Error> & Sendable, to summary: inout ImportSummary,
        unless failure: (Record) -> ImportFailure? = { _ in nil },
        _ add: ([Record]) async throws -> [ImportResult]
    ) async throws {
        var position = 0
        for try await batch in batches {
            var valid: [(position: Int, record: Record)] = []
            for record in batch {
                position += 1
                switch record {
                case .success(let record):
                    if let failure = failure(record) {
                        summary.count(.rejected(failure), at: position)
                    } else {
                        valid.append((position, record))
                    }
                case .failure(let rejected): summary.count(.rejected(.record(rejected.cause)), at: position)
                }
            }
            let results = try await add(valid.map(\.record))
            for (record, result) in zip(valid, results) { summary.count(result, at: record.position) }
        }
    }

    private func prepared(_ exported: ExportedSource) throws -> ExportedSource {
        var exported = exported
        exported.source = try prepare(exported.source)
        return exported
    }

    /// A playlist of the library's own has a name; one of a source may have none.
    private func failure(of exported: ExportedPlaylist) -> ImportFailure? {
        exported.playlist.source == nil && exported.playlist.name.isBlank ? .record(.empty(field: "name")) : nil
    }

    private func failure(of exported: ExportedSource, besides existing: [Source]) -> ImportFailure? {
        do {
            try SourceName.check(exported.source.name)
            let source = try prepare(exported.source)
            let isExisting = existing.contains { ($0.kind, $0.address) == (source.kind, source.address) }
            return source.traits.contains(.runsProgram) && !isExisting
                ? .source(.runsProgram(kind: source.kind)) : nil
        } catch {
            return (error as? SourceError).map { .source($0) } ?? .record(.unreadable)
        }
    }
}

/// The result of importing one document.
public struct ImportSummary: Equatable, Sendable {
    public static let rejectedLimit = 20
    public let kind: ExportKind
    public var added = 0
    public var existing = 0
    /// How many bookmarks or ratings have no music in the library yet.
    public var unmatched = 0
    public private(set) var rejectedCount = 0
    /// The first rejected records, up to `rejectedLimit`.
    public private(set) var rejected: [Rejection] = []

    public init(_ kind: ExportKind) {
        self.kind = kind
    }

    /// A record that was not imported.
    public struct Rejection: Equatable, Sendable {
        /// The record's position in its document, from 1.
        public let position: Int
        public let cause: ImportFailure

        public init(position: Int, _ cause: ImportFailure) {
            self.position = position
            self.cause = cause
        }
    }

    /// How many records were not rejected.
    var acceptedCount: Int { added + existing + unmatched }

    /// Counts the result of a record at a position of its document, from 1.
    public mutating func count(_ result: ImportResult, at position: Int) {
        switch result {
        case .added: added += 1
        case .existing: existing += 1
        case .unmatched: unmatched += 1
        case .rejected(let cause):
            rejectedCount += 1
            if rejected.count < Self.rejectedLimit { rejected.append(Rejection(position: position, cause)) }
        }
    }

    /// Adds the result of an import of to-dos; enriched ones count as `existing`.
    mutating func include(_ toDos: ToDoImportSummary) {
        added += toDos.added
        existing += toDos.existing + toDos.enriched
        rejectedCount += toDos.rejectedCount
        rejected += toDos.rejected.map { Rejection(position: $0.position, .record($0.cause)) }
    }
}

/// An import that failed in part; all other records stay added.
public struct LibraryImportError: Error, Sendable {
    /// The error of each document that could not be read to its end; last, the error that ended the import early.
    public let causes: [any Error]
    public let summaries: [ImportSummary]
}

/// Counts the bookmarks that wait for their songs.
public struct CountUnmatchedBookmarksUsecase: Sendable {
    private let data: any PersonalDataRepository
    private let listener: Listener

    public init(data: any PersonalDataRepository, listener: Listener) {
        self.data = data
        self.listener = listener
    }

    /// Returns 0 for a listener who may not see counts: the songs may be explicit. Throws `LibraryError`.
    public func execute() async throws -> Int { listener.seesCounts ? try await data.unmatchedBookmarkCount() : 0 }
}
