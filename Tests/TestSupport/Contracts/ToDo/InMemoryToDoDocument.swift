public import FermataDomain
import Synchronization

/// A document of to-dos in memory that can fail.
public final class InMemoryToDoDocument: ToDoDocument {
    private let stored: [[RecordResult<ToDoEntry>]]
    private let failure: (any Error)?
    private let lastWritten = Mutex<[ToDo]?>(nil)

    /// Reads return the batches, or the to-dos written since, then throw `failure`, if there is one. `write` throws it
    /// after it has read all to-dos.
    public init(_ batches: [[RecordResult<ToDoEntry>]] = [], failure: (any Error)? = nil) {
        stored = batches
        self.failure = failure
    }

    /// The to-dos written last, or nil.
    public var written: [ToDo]? { lastWritten.withLock { $0 } }

    public func batches() -> any AsyncSequence<[RecordResult<ToDoEntry>], any Error> & Sendable {
        let batches = written.map { [$0.map { .success($0.entry) }] } ?? stored
        return TaskSequence<[RecordResult<ToDoEntry>]>.oneAhead { [failure] send in
            for batch in batches { try await send(batch) }
            if let failure { throw failure }
        }
    }

    public func write(_ batches: any AsyncSequence<[ToDo], any Error> & Sendable) async throws {
        let toDos = try await batches.joined()
        if let failure { throw failure }
        lastWritten.withLock { $0 = toDos }
    }
}
