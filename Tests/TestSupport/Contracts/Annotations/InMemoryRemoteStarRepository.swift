public import FermataDomain
import Synchronization

/// An in-memory source of stars that tests can change and make fail.
public final class InMemoryRemoteStarRepository: RemoteStarRepository {
    /// A request to the source.
    public enum Message: Equatable, Sendable {
        case read
        case star([String])
        case unstar([String])
    }

    public struct State: Sendable {
        public var songs: Set<String>
        public var starred: Set<String>
        /// Thrown in order, each by one request, before it changes anything.
        public var failures: [SourceFailure] = []
        /// Whether requests that change stars succeed without changing any.
        public var ignoresChanges = false
        public var received: [Message] = []
    }

    private let state: Mutex<State>
    private let beforeReturn: @Sendable (Message) async throws -> Void

    /// `beforeReturn` runs after a request's change and before its return.
    public init(
        songs: Set<String>, starred: Set<String> = [],
        beforeReturn: @escaping @Sendable (Message) async throws -> Void = { _ in }
    ) {
        state = Mutex(State(songs: songs, starred: starred))
        self.beforeReturn = beforeReturn
    }

    public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    public var starred: Set<String> { state.withLock { $0.starred } }
    public var received: [Message] { state.withLock { $0.received } }

    public func starredKeys() async throws -> Set<String> {
        let starred = try receive(.read) { $0.starred }
        try await beforeReturn(.read)
        return starred
    }

    public func setStar(_ isStarred: Bool, of keys: [String]) async throws -> Set<String> {
        let message: Message = isStarred ? .star(keys) : .unstar(keys)
        let missing = try receive(message) { state in
            let known = state.songs.intersection(keys)
            if !state.ignoresChanges {
                if isStarred { state.starred.formUnion(known) } else { state.starred.subtract(known) }
            }
            return Set(keys).subtracting(known)
        }
        try await beforeReturn(message)
        return missing
    }

    private func receive<Value>(_ message: Message, _ body: (inout State) -> Value) throws -> Value {
        try Task.checkCancellation()
        return try state.withLock { state in
            state.received.append(message)
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            return body(&state)
        }
    }
}
