import HTTPTypes
import Hummingbird

/// A request that the server received.
package struct ReceivedRequest: Equatable, Sendable {
    package let method: String
    /// The path with its query.
    package let path: String
    /// The body of a POST request as text.
    package let body: String
    private let headers: [String: String]

    init(_ request: Request, body: String = "") {
        self.body = body
        method = request.method.rawValue
        path = request.head.path ?? ""
        headers = Dictionary(
            request.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }

    /// The value of a header, whose name may be in any case.
    package subscript(header: String) -> String? { headers[header.lowercased()] }
}
