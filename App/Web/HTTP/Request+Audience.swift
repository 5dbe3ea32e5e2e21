import HTTPTypes
import Hummingbird

extension Request {
    /// Whether the request is for the JSON API rather than for a page.
    var isForAPI: Bool { uri.path.split(separator: "/").first == "api" }

    /// Whether the client reads problem documents: programs, and the scripts of the pages.
    var acceptsProblemJSON: Bool {
        isForAPI || headers[.accept]?.contains("application/problem+json") == true
    }
}
