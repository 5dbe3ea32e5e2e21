import HTTPTypes
import Hummingbird
import Synchronization

/// Responses by their URLs, valid as long as the library does not change.
///
/// Evicts everything when full. Its limits are a number of responses and a number of bytes.
final class ResponseCache: Sendable {
    private static let responseLimit = 512
    private static let byteLimit = 8 << 20

    private struct State {
        var version: Int?
        var responses: [String: Response] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())

    /// The response to an earlier request for a URL, if the library still has the version of that time.
    func response(for url: String, version: Int) -> Response? {
        state.withLock { $0.version == version ? $0.responses[url] : nil }
    }

    /// Stores a complete response that was made from a version of the library.
    func store(_ response: Response, for url: String, version: Int) {
        guard response.status == .ok, let length = response.body.contentLength else { return }
        let size = length + 2 * url.utf8.count
        guard size <= Self.byteLimit / 8 else { return }
        state.withLock { state in
            let isFull = state.responses.count >= Self.responseLimit || state.bytes + size > Self.byteLimit
            if state.version != version || isFull { state = State(version: version) }
            if state.responses.updateValue(response, forKey: url) == nil { state.bytes += size }
        }
    }
}
