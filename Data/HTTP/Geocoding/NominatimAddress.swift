import FermataDomain
import Foundation

/// The address that a Nominatim server answers searches at.
///
/// Source: https://nominatim.org/release-docs/latest/api/Search/
struct NominatimAddress: Sendable {
    /// As many as Nominatim answers at the most.
    private static let limit = 40
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    private let parts: URLComponents
    /// As it may be shown: without a query, which may hold a key.
    let shown: String

    /// Throws `SourceError.invalidAddress` for an address that is not of the web, or holds a password.
    init(server: String) throws(SourceError) {
        let base = try CatalogueAddress(server)
        guard var parts = URLComponents(url: base.url, resolvingAgainstBaseURL: true) else {
            throw .invalidAddress(.notAURL)
        }
        while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
        parts.percentEncodedPath += "/search"
        parts.fragment = nil
        self.parts = parts
        shown = String((parts.string ?? server).prefix { $0 != "?" })
    }

    /// The address of one search; what the server's own address asks for stays.
    func search(_ question: String, limit: Int, language: String?) -> String {
        var items = [("q", question), ("format", "jsonv2"), ("limit", "\(min(limit, Self.limit))")]
        if let language { items.append(("accept-language", language)) }
        let query = items.map { "\($0)=\(Self.escaped($1))" }
        var parts = parts
        parts.percentEncodedQuery = ([parts.percentEncodedQuery].compactMap { $0 } + query).joined(separator: "&")
        return parts.string ?? shown
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
