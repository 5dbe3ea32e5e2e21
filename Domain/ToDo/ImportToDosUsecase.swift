/// Takes the to-dos of a document into the list.
public struct ImportToDosUsecase: Sendable {
    private let toDos: any ToDoRepository

    public init(toDos: any ToDoRepository) {
        self.toDos = toDos
    }

    /// Adds what is not there yet, batch by batch.
    ///
    /// What cannot be read, or has no title, is skipped and counted.
    /// Throws `ToDoImportError` where the document breaks off, or the list takes no more; what came before stays.
    public func execute(_ document: any ToDoDocument) async throws -> ToDoImportSummary {
        let tally = Tally()
        do {
            try await document.deliverAll { [toDos] records in
                let entries = await tally.titled(records)
                await tally.count(try await toDos.add(entries))
            }
        } catch  where !(error is CancellationError) {
            throw ToDoImportError(cause: error, summary: await tally.summary)
        }
        return await tally.summary
    }

    private actor Tally {
        private var position = 0
        private(set) var summary = ToDoImportSummary()

        /// The entries that can be added; the others are counted.
        func titled(_ records: [ToDoRecord]) -> [ToDoEntry] {
            records.compactMap { record in
                position += 1
                switch record {
                case .success(let entry) where !entry.item.title.isBlank: return entry
                case .success: summary.reject(RejectedRecord(position: position, .empty(field: "title")))
                case .failure(let rejected): summary.reject(rejected)
                }
                return nil
            }
        }

        func count(_ additions: [ToDoAddition]) {
            for addition in additions {
                switch addition.kind {
                case .added: summary.added += 1
                case .alreadyThere: summary.alreadyThere += 1
                case .completed: summary.completed += 1
                }
            }
        }
    }
}

/// What an import brought.
public struct ToDoImportSummary: Equatable, Sendable {
    public static let rejectedLimit = 20
    public var added = 0
    public var alreadyThere = 0
    /// How many were there without their coordinate, and have one now.
    public var completed = 0
    public private(set) var rejectedCount = 0
    /// The first rejected records, `rejectedLimit` at the most.
    public private(set) var rejected: [RejectedRecord] = []

    public init() {}

    /// Whether there was something in the document, and nothing of it could be read.
    public var isOfRejectedOnly: Bool { rejectedCount > 0 && added + alreadyThere + completed == 0 }

    public mutating func reject(_ record: RejectedRecord) {
        rejectedCount += 1
        if rejected.count < Self.rejectedLimit { rejected.append(record) }
    }
}

/// An import that ended before its document did; what came before stays.
public struct ToDoImportError: Error, Sendable {
    public let cause: any Error
    public let summary: ToDoImportSummary

    public init(cause: any Error, summary: ToDoImportSummary) {
        self.cause = cause
        self.summary = summary
    }
}
