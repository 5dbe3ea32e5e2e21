import HTTPTypes
import Hummingbird

/// A request as the server met it.
package struct ReceivedRequest: Equatable, Sendable {
    package let method: String
    /// With the query, where there was one.
    package let path: String
    private let headers: [String: String]

    init(_ request: Request) {
        method = request.method.rawValue
        path = request.head.path ?? ""
        headers = Dictionary(
            request.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }

    /// A header's value, whatever the case of its name.
    package subscript(header: String) -> String? { headers[header.lowercased()] }
}
