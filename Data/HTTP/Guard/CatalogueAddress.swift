import FermataDomain
import Foundation

/// The address of a catalogue document: `http` or `https`, without a user name or password.
struct CatalogueAddress: Sendable {
    let url: URL

    /// The complete address, for requests.
    var text: String { url.absoluteString }

    /// The address as shown to people: without its query, which may contain a secret.
    var shown: String { String(text.prefix { $0 != "?" && $0 != "#" }) }

    init(_ text: String) throws(InvalidAddress) {
        guard let url = URL(string: text, encodingInvalidCharacters: false), let scheme = url.scheme?.lowercased()
        else { throw .notAURL }
        guard ["http", "https"].contains(scheme) else {
            throw .unsupportedScheme(scheme)
        }
        guard let host = url.host(), !host.isEmpty else { throw .noHost }
        if let port = url.port, !(1...65_535).contains(port) {
            throw .invalidPort(port)
        }
        guard url.user() == nil, url.password() == nil else {
            throw .containsCredentials
        }
        self.url = url
    }

    /// Resolves the target of a redirect, and removes a user name and password that the redirect may have added.
    ///
    /// Returns nil if the target is no address of a catalogue.
    init?(redirect location: String, from address: String) {
        guard let target = URL(string: location, relativeTo: URL(string: address))?.absoluteURL else { return nil }
        do { try self.init(Self.withoutUser(target).absoluteString) } catch { return nil }
    }

    /// The host and port of an address, in lower case; empty if the address has no host.
    static func authority(of address: String) -> String {
        guard let url = URL(string: address), let host = url.host(), !host.isEmpty else { return "" }
        let defaultPort = url.scheme?.lowercased() == "https" ? 443 : 80
        return "\(host.lowercased()):\(url.port ?? defaultPort)"
    }

    /// Returns an address without the user name and password that a redirect may have added.
    static func withoutUser(_ url: URL) -> URL {
        guard url.user() != nil || url.password() != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        parts.user = nil
        parts.password = nil
        return parts.url ?? url
    }
}
