import HTTPTypes
import Hummingbird
import Synchronization

/// Responses by their URLs, valid until the state that they depend on changes.
///
/// Evicts everything when full. Its limits are a number of responses and a number of bytes.
final class ResponseCache: Sendable {
    private static let responseLimit = 512
    private static let byteLimit = 8 << 20

    /// The state that responses depend on.
    struct Stamp: Equatable {
        /// The version of the library.
        let library: Int
        /// The second of the request, for responses that also depend on the time; nil for others.
        let second: Int?
    }

    private struct State {
        var stamp: Stamp?
        var responses: [String: Response] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())

    /// The response to an earlier request for a URL, made with the same stamp.
    func response(for url: String, stamp: Stamp) -> Response? {
        state.withLock { $0.stamp == stamp ? $0.responses[url] : nil }
    }

    /// Stores a complete response.
    func store(_ response: Response, for url: String, stamp: Stamp) {
        guard response.status == .ok, let length = response.body.contentLength else { return }
        let size = length + 2 * url.utf8.count
        guard size <= Self.byteLimit / 8 else { return }
        state.withLock { state in
            let isFull = state.responses.count >= Self.responseLimit || state.bytes + size > Self.byteLimit
            if state.stamp != stamp || isFull { state = State(stamp: stamp) }
            if state.responses.updateValue(response, forKey: url) == nil { state.bytes += size }
        }
    }
}
