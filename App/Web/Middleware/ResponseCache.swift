import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

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

    /// Stores a complete response that was made at a time.
    func store(_ response: Response, for url: String, version: Int, made: Date?) {
        guard response.status == .ok, let length = response.body.contentLength else { return }
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
