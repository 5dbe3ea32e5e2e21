/// The result of importing one document.
public struct ImportSummary: Equatable, Sendable {
    public static let rejectedLimit = 20
    public let kind: ExportKind
    public var added = 0
    public var existing = 0
    /// How many bookmarks have no music in the library yet.
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

    public init(causes: [any Error], summaries: [ImportSummary]) {
        self.causes = causes
        self.summaries = summaries
    }
}
