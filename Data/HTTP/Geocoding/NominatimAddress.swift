import FermataDomain
import Foundation

/// The search address of a Nominatim server.
///
/// Source: https://nominatim.org/release-docs/latest/api/Search/
struct NominatimAddress: Sendable {
    /// The largest number of results that Nominatim returns.
    private static let limit = 40
    private let parts: URLComponents
    /// The address as shown to people: without its query, which may contain a key.
    let shown: String

    /// Throws `InvalidAddress` for an address that is not `http` or `https`, or contains a password.
    init(server: String) throws(InvalidAddress) {
        let base = try CatalogueAddress(server)
        guard var parts = URLComponents(url: base.url, resolvingAgainstBaseURL: true) else {
            throw .notAURL
        }
        while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
        parts.percentEncodedPath += "/search"
        parts.fragment = nil
        self.parts = parts
        shown = String((parts.string ?? server).prefix { $0 != "?" })
    }

    /// Returns the address of one search. The query of the server's own address is preserved.
    func search(_ text: String, limit: Int, language: String?) -> String {
        var items = [("q", text), ("format", "jsonv2"), ("limit", "\(min(limit, Self.limit))")]
        if let language { items.append(("accept-language", language)) }
        let query = items.map { "\($0)=\($1.percentEncoded)" }
        var parts = parts
        parts.percentEncodedQuery = ([parts.percentEncodedQuery].compactMap { $0 } + query).joined(separator: "&")
        return parts.string ?? shown
    }
}
