import FermataDomain
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// Serves `GET` requests from a cache until the library changes, and makes a response once for all clients that request
/// it at the same time.
///
/// A response that also depends on the time, on running downloads or on checks of the library is cached for one second
/// after it was made. All clients of a site are one listener.
struct ResponseCacheMiddleware: RouterMiddleware {
    private let cache = ResponseCache()
    private let flights = SingleFlight<Key, Response>()
    private let changes: any LibraryChangeObserver
    private let now: (@Sendable () -> Date)?

    private struct Key: Hashable {
        let url: String
        /// The version of the library: a request after a change gets a response with that change.
        let version: Int
    }

    /// `now` is the time; nil for responses that depend on nothing but the library.
    init(changes: any LibraryChangeObserver, now: (@Sendable () -> Date)? = nil) {
        (self.changes, self.now) = (changes, now)
    }

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        // Reads the version before the rows: rows that change meanwhile are then stored under an outdated version.
        guard request.method == .get, let version = try changes.knownVersion() else {
            return try await next(request, context)
        }
        let key = Key(url: request.uri.string, version: version)
        if let response = cache.response(for: key.url, version: version, now: now?()) { return response }
        return try await withoutActuallyEscaping(next) { next in
            // The caller waits until the task that uses `next` has ended, even if it is cancelled.
            nonisolated(unsafe) let next = next
            return try await flights.value(for: key) { [cache, now] in
                let response = try await next(request, context)
                cache.store(response, for: key.url, version: version, made: now?())
                return response
            }
        }
    }
}

/// Responses by their URLs, valid until the library changes.
///
/// Evicts everything when full. Its limits are a number of responses and a number of bytes.
final class ResponseCache: Sendable {
    private static let responseLimit = 512
    private static let byteLimit = 8 << 20
    /// How long a response is valid that depends on more than the library, in seconds.
    private static let lifetime = 1.0

    private struct State {
        /// The version of the library.
        var version: Int?
        var responses: [String: (response: Response, made: Date?)] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())

    /// The response to an earlier request for a URL, made from the same version of the library.
    ///
    /// `now` is nil for responses that depend on nothing but the library.
    func response(for url: String, version: Int, now: Date?) -> Response? {
        state.withLock { state in
            guard state.version == version, let (response, made) = state.responses[url] else { return nil }
            if let now, let made, !(0..<Self.lifetime).contains(now.timeIntervalSince(made)) { return nil }
            return response
        }
    }

    /// Stores a complete response that was made at a time, unless nobody may store it.
    func store(_ response: Response, for url: String, version: Int, made: Date?) {
        guard response.status == .ok, !response.isUnstored, let length = response.body.contentLength else { return }
        let size = length + 2 * url.utf8.count
        guard size <= Self.byteLimit / 8 else { return }
        state.withLock { state in
            let isFull = state.responses.count >= Self.responseLimit || state.bytes + size > Self.byteLimit
            if state.version != version || isFull { state = State(version: version) }
            if let old = state.responses.updateValue((response, made), forKey: url) {
                state.bytes -= (old.response.body.contentLength ?? 0) + 2 * url.utf8.count
            }
            state.bytes += size
        }
    }
}

/// Shares one computation among all callers that request the same value at the same time.
///
/// Source: https://pkg.go.dev/golang.org/x/sync/singleflight
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let number: Int
        let task: Task<Value, any Error>
        /// The number of callers that were not cancelled.
        var callers = 1
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var started = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the value or throws the error of `compute`, or of a computation that already runs for the key.
    ///
    /// A computation is cancelled once all its callers are cancelled. A cancelled caller waits until the computation
    /// ends. Neither values nor errors are stored: a call after the end computes again.
    package func value(
        for key: Key, _ compute: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let flight = join(key, compute)
        return try await withTaskCancellationHandler {
            try await flight.task.value
        } onCancel: {
            leave(flight.number, of: key)
        }
    }

    private func join(_ key: Key, _ compute: @escaping @Sendable () async throws -> Value) -> Flight {
        state.withLock { state in
            if var flight = state.flights[key] {
                flight.callers += 1
                state.flights[key] = flight
                return flight
            }
            state.started += 1
            let number = state.started
            let task = Task {
                defer { end(number, of: key) }
                return try await compute()
            }
            let flight = Flight(number: number, task: task)
            state.flights[key] = flight
            return flight
        }
    }

    /// Removes a cancelled caller, and cancels the computation with the last one: a later call must not join it.
    private func leave(_ number: Int, of key: Key) {
        let task: Task<Value, any Error>? = state.withLock { state in
            guard var flight = state.flights[key], flight.number == number else { return nil }
            flight.callers -= 1
            state.flights[key] = flight.callers > 0 ? flight : nil
            return flight.callers > 0 ? nil : flight.task
        }
        task?.cancel()
    }

    private func end(_ number: Int, of key: Key) {
        state.withLock { state in
            if state.flights[key]?.number == number { state.flights[key] = nil }
        }
    }
}
