public import FermataDomain
import Synchronization

/// An in-memory source of ratings that tests can change and make fail.
public final class InMemoryRemoteRatingRepository: RemoteRatingRepository {
    /// A request to the source.
    public enum Message: Equatable, Sendable {
        case read([String])
        case rate(Rating?, [String])
    }

    public struct State: Sendable {
        public var songs: Set<String>
        public var ratings: [String: Rating]
        /// Thrown in order, each by one request, before it changes anything.
        public var failures: [SourceFailure] = []
        /// Whether requests that change ratings succeed without changing any.
        public var ignoresChanges = false
        public var received: [Message] = []
    }

    private let state: Mutex<State>
    private let beforeReturn: @Sendable (Message) async throws -> Void

    /// `beforeReturn` runs after a request's change and before its return.
    public init(
        songs: Set<String>, ratings: [String: Rating] = [:],
        beforeReturn: @escaping @Sendable (Message) async throws -> Void = { _ in }
    ) {
        state = Mutex(State(songs: songs, ratings: ratings))
        self.beforeReturn = beforeReturn
    }

    public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    public var ratings: [String: Rating] { state.withLock { $0.ratings } }
    public var received: [Message] { state.withLock { $0.received } }

    public func ratings(of keys: [String]) async throws -> [String: Rating?] {
        let ratings = try receive(.read(keys)) { state in
            Dictionary(uniqueKeysWithValues: state.songs.intersection(keys).map { ($0, state.ratings[$0]) })
        }
        try await beforeReturn(.read(keys))
        return ratings
    }

    public func setRating(_ rating: Rating?, of keys: [String]) async throws -> Set<String> {
        let missing = try receive(.rate(rating, keys)) { state in
            let known = state.songs.intersection(keys)
            if !state.ignoresChanges { for key in known { state.ratings[key] = rating } }
            return Set(keys).subtracting(known)
        }
        try await beforeReturn(.rate(rating, keys))
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
