/// Adds the to-dos of a document to the list.
public struct ImportToDosUsecase: Sendable {
    private let toDos: any ToDoRepository

    public init(toDos: any ToDoRepository) {
        self.toDos = toDos
    }

    /// Adds new to-dos in batches; skips and counts records that are invalid or have no title. Counts to-dos that lack
    /// values which cannot be read.
    ///
    /// Throws `ToDoImportError` if the document is truncated or the list cannot be written; earlier batches stay added.
    public func execute(_ document: any ToDoDocument) async throws -> ToDoImportSummary {
        var tally = Tally()
        do {
            for try await records in document.batches() {
                let entries = tally.titledEntries(records)
                tally.count(try await toDos.add(entries, isUndoable: false))
            }
        } catch  where !(error is CancellationError) {
            throw ToDoImportError(cause: error, summary: tally.summary)
        }
        return tally.summary
    }

    private struct Tally {
        private var position = 0
        private(set) var summary = ToDoImportSummary()

        /// Returns the entries with a title and counts the other records.
        mutating func titledEntries(_ records: [RecordResult<ToDoEntry>]) -> [ToDoEntry] {
            records.compactMap { record in
                position += 1
                switch record {
                case .success(let entry) where !entry.item.title.isBlank:
                    summary.addIncomplete(entry.unreadable, at: position)
                    return entry
                case .success: summary.reject(RejectedRecord(position: position, .empty(field: "title")))
                case .failure(let rejected): summary.reject(rejected)
                }
                return nil
            }
        }

        mutating func count(_ additions: [ToDoAddition]) {
            for addition in additions {
                switch addition.kind {
                case .added: summary.added += 1
                case .existing: summary.existing += 1
                case .enriched: summary.enriched += 1
                }
            }
        }
    }
}

/// The result of an import.
public struct ToDoImportSummary: Equatable, Sendable {
    public static let rejectedLimit = 20
    public var added = 0
    public var existing = 0
    /// How many existing to-dos received a missing address or coordinate.
    public var enriched = 0
    public private(set) var rejectedCount = 0
    /// The first rejected records, up to `rejectedLimit`.
    public private(set) var rejected: [RejectedRecord] = []

    public init() {}

    /// How many to-dos lack values that cannot be read.
    public private(set) var incompleteCount = 0
    /// The first of these values, up to `rejectedLimit`.
    public private(set) var unreadable: [UnreadableValue] = []

    /// Whether the document has records and all were rejected.
    public var isOfRejectedOnly: Bool { rejectedCount > 0 && added + existing + enriched == 0 }

    /// Counts a rejected record, and stores it up to `rejectedLimit`.
    public mutating func reject(_ record: RejectedRecord) {
        rejectedCount += 1
        if rejected.count < Self.rejectedLimit { rejected.append(record) }
    }

    /// Counts a to-do without values that cannot be read, if there are any, and stores them up to `rejectedLimit`.
    public mutating func addIncomplete(_ causes: [RecordError], at position: Int) {
        if causes.isEmpty { return }
        incompleteCount += 1
        let room = Self.rejectedLimit - unreadable.count
        unreadable += causes.prefix(room).map { UnreadableValue(position: position, $0) }
    }
}

/// An import that ended before the end of its document; earlier batches stay added.
public struct ToDoImportError: Error, Sendable {
    public let cause: any Error
    public let summary: ToDoImportSummary
}
