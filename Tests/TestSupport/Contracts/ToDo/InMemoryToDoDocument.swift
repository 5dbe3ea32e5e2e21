public import FermataDomain
import Synchronization

/// A document of to-dos in memory, for tests: it may break off.
public final class InMemoryToDoDocument: ToDoDocument {
    private let batches: [[ToDoRecord]]
    private let failure: (any Error)?
    private let held = Mutex<[ToDo]?>(nil)

    /// Delivers the batches, then throws `failure`, if there is one; so does `write`, after it has read all to-dos.
    public init(_ batches: [[ToDoRecord]] = [], failure: (any Error)? = nil) {
        self.batches = batches
        self.failure = failure
    }

    /// The to-dos written last, or nil.
    public var written: [ToDo]? { held.withLock { $0 } }

    public func deliverAll(to deliver: @Sendable ([ToDoRecord]) async throws -> Void) async throws {
        for batch in batches { try await deliver(batch) }
        if let failure { throw failure }
    }

    public func write(_ batches: any AsyncSequence<[ToDo], any Error> & Sendable) async throws {
        let toDos = try await batches.joined()
        if let failure { throw failure }
        held.withLock { $0 = toDos }
    }
}
