package import FermataDomain
import Synchronization

/// Returns changes from an array, the last one first, and records messages.
package final class UndoRepositoryStub: UndoRepository {
    package enum Message: Equatable, Sendable {
        case changes(ExplicitFilter, limit: Int)
        case undoLast(ExplicitFilter)
    }

    private let stored: Mutex<[UndoableChange]>
    private let recorded = Mutex<[Message]>([])

    package init(_ changes: [UndoableChange]) { stored = Mutex(changes) }

    package var messages: [Message] { recorded.withLock { $0 } }

    package func changes(allowing filter: ExplicitFilter, limit: Int) async throws -> [UndoableChange] {
        recorded.withLock { $0.append(.changes(filter, limit: limit)) }
        return stored.withLock { Array($0.prefix(limit)) }
    }

    package func undoLast(allowing filter: ExplicitFilter) async throws -> UndoableChange? {
        recorded.withLock { $0.append(.undoLast(filter)) }
        return stored.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
