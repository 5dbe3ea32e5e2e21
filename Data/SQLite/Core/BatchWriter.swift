internal import Dispatch
internal import FermataDomain
internal import Synchronization

/// Hands batches to a receiver on a thread of its own, in order, while the next ones are read.
///
/// No more than a few batches wait at a time. What the receiver throws is thrown to the reader.
final class BatchWriter: Sendable {
    private static let batchesInHand = 4
    private let receive: @Sendable ([Music]) throws -> Void
    private let queue = DispatchQueue(label: "batches")
    private let room = DispatchSemaphore(value: batchesInHand)
    private let failure = Mutex<(any Error)?>(nil)

    init(_ receive: @escaping @Sendable ([Music]) throws -> Void) {
        self.receive = receive
    }

    /// Waits for room, then returns before the batch is received.
    func hand(over batch: consuming [Music]) throws {
        try throwFailure()
        room.wait()
        queue.async { [self, batch] in
            defer { room.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do { try receive(batch) } catch { failure.withLock { $0 = error } }
        }
    }

    /// Waits until all that was handed over is received.
    func finish() throws {
        wait()
        try throwFailure()
    }

    func wait() {
        queue.sync {}
    }

    private func throwFailure() throws {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
