import FermataDomain
import Foundation

/// The address of a catalogue document: `http` or `https`, and without a name or password.
struct CatalogueAddress: Sendable {
    let url: URL

    /// As it is asked for.
    var text: String { url.absoluteString }

    /// As it may be shown: without a query, which may hold a secret.
    var shown: String { String(text.prefix { $0 != "?" && $0 != "#" }) }

    init(_ text: String) throws(SourceError) {
        guard let url = URL(string: text, encodingInvalidCharacters: false), let scheme = url.scheme?.lowercased()
        else { throw .invalidAddress(.notAURL) }
        guard ["http", "https"].contains(scheme) else {
            throw .invalidAddress(.unsupportedScheme(scheme))
        }
        guard let host = url.host(), !host.isEmpty else { throw .invalidAddress(.noHost) }
        if let port = url.port, !(1...65_535).contains(port) {
            throw .invalidAddress(.invalidPort(port))
        }
        guard url.user() == nil, url.password() == nil else {
            throw .invalidAddress(.containsCredentials)
        }
        self.url = url
    }

    /// The host and port of an address, in small letters; empty where it has no host.
    static func authority(of address: String) -> String {
        guard let url = URL(string: address), let host = url.host(), !host.isEmpty else { return "" }
        let usual = url.scheme?.lowercased() == "https" ? 443 : 80
        return "\(host.lowercased()):\(url.port ?? usual)"
    }

    /// The address of an answer after redirects, without a name or password that came with them.
    static func withoutUser(_ url: URL) -> URL {
        guard url.user() != nil || url.password() != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        parts.user = nil
        parts.password = nil
        return parts.url ?? url
    }
}
