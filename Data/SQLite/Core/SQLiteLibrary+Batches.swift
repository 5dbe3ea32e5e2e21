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
        TaskSequence<[Element]> { send in
            // Made with 0 and then signalled: libdispatch traps if a semaphore ends below its initial value.
            let room = DispatchSemaphore(value: 0)
            for _ in 0..<BatchWriter<Element>.batchesAhead { room.signal() }
            try await withTaskCancellationHandler {
                try await self.read { db in
                    var writer = BatchWriter<Element>(room: room, send: send)
                    try read(db) { try writer.append($0) }
                    try writer.finish()
                }
            } onCancel: {
                room.signal()
            }
        }
    }
}

/// Collects elements into batches and sends each, waiting while the receiver is behind.
private struct BatchWriter<Element: Sendable> {
    static var batchesAhead: Int { 2 }
    private static var batchSize: Int { 500 }
    private let room: DispatchSemaphore
    private let send: TaskSequence<[Element]>.Send
    private var batch: [Element] = []

    init(room: DispatchSemaphore, send: @escaping TaskSequence<[Element]>.Send) {
        self.room = room
        self.send = send
    }

    mutating func append(_ element: Element) throws {
        batch.append(element)
        if batch.count == Self.batchSize { try sendBatch() }
    }

    mutating func finish() throws {
        if !batch.isEmpty { try sendBatch() }
    }

    /// Throws `CancellationError` after the iteration has ended.
    private mutating func sendBatch() throws {
        room.wait()
        try send(batch) { [room] in room.signal() }
        batch = []
        batch.reserveCapacity(Self.batchSize)
    }
}
