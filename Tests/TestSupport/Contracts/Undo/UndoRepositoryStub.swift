package import FermataDomain
import Synchronization

/// Returns changes from an array, the last one first, and records messages.
package final class UndoRepositoryStub: UndoRepository {
    package enum Message: Equatable, Sendable {
        case changes(ExplicitFilter, limit: Int)
        case undoLast(ExplicitFilter, includingQueue: Bool)
    }

    private let stored: Mutex<[UndoableChange]>
    private let recorded = Mutex<[Message]>([])

    package init(_ changes: [UndoableChange]) { stored = Mutex(changes) }

    package var messages: [Message] { recorded.withLock { $0 } }

    package func changes(allowing filter: ExplicitFilter, limit: Int) async throws -> [UndoableChange] {
        recorded.withLock { $0.append(.changes(filter, limit: limit)) }
        return stored.withLock { Array($0.prefix(limit)) }
    }

    package func undoLast(
        allowing filter: ExplicitFilter, includingQueue: Bool, only number: Int?
    ) async throws -> UndoableChange? {
        recorded.withLock { $0.append(.undoLast(filter, includingQueue: includingQueue)) }
        return try stored.withLock { changes in
            let index = changes.firstIndex { includingQueue || !$0.isOfQueue }
            if let number, index.map({ changes[$0].number }) != number { throw UndoError.notLast }
            return index.map { changes.remove(at: $0) }
        }
    }
}

extension UndoableChange {
    fileprivate var isOfQueue: Bool { if case .queue = subject { true } else { false } }
}
