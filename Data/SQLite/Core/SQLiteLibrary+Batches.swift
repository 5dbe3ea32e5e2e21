import Dispatch
import FermataDomain
import GRDB

extension SQLiteLibrary {
    /// Reads elements from one state of the library and returns them in batches.
    ///
    /// Each iteration runs `read` on a reader's thread, which waits while two batches are not received yet. A consumer
    /// must not read from the library between batches if the library has one connection only.
    func batches<Element: Sendable>(
        _ read: @escaping @Sendable (_ db: Database, _ append: (Element) throws -> Void) throws -> Void
    ) -> any AsyncSequence<[Element], any Error> & Sendable {
        values(ahead: 2) { db, send in
            var writer = BatchWriter<Element>(send: send)
            try read(db) { try writer.append($0) }
            try writer.finish()
        }
    }

    /// Reads values from one state of the library, and returns each as soon as it is read.
    ///
    /// `read` runs on a reader's thread. It waits while `ahead` values are not received yet.
    func values<Value: Sendable>(
        ahead: Int,
        _ read: @escaping @Sendable (_ db: Database, _ send: @escaping (Value) throws -> Void) throws -> Void
    ) -> TaskSequence<Value> {
        TaskSequence { send in
            // Starts at 0, because libdispatch traps if a semaphore ends below its initial value.
            let room = DispatchSemaphore(value: 0)
            for _ in 1..<ahead { room.signal() }
            try await withTaskCancellationHandler {
                try await self.read { db in
                    try read(db) { value in
                        // Throws `CancellationError` after the iteration has ended.
                        try send(value) { room.signal() }
                        room.wait()
                    }
                }
            } onCancel: {
                room.signal()
            }
        }
    }
}

/// Collects elements into batches and sends each.
private struct BatchWriter<Element> {
    private static var batchSize: Int { 500 }
    private let send: ([Element]) throws -> Void
    private var batch: [Element] = []

    init(send: @escaping ([Element]) throws -> Void) {
        self.send = send
    }

    mutating func append(_ element: Element) throws {
        batch.append(element)
        if batch.count == Self.batchSize { try sendBatch() }
    }

    mutating func finish() throws {
        if !batch.isEmpty { try sendBatch() }
    }

    private mutating func sendBatch() throws {
        try send(batch)
        batch = []
        batch.reserveCapacity(Self.batchSize)
    }
}
