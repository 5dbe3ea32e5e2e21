import FermataDomain
import Foundation

/// The address of a server, with its endpoints.
///
/// Source: https://opensubsonic.netlify.app/docs/api-reference/
struct SubsonicServer: Equatable, Sendable {
    private static let folder = "/rest/"
    private static let ending = ".view"
    /// The address without user, query and a slash at its end.
    let base: String
    let user: String?
    /// The normalized address with the user, as the library stores it.
    let address: String

    var isEncrypted: Bool { base.lowercased().hasPrefix("https:") }

    /// Whether requests do not leave this computer: a loopback address, or a name that stands for one (RFC 6761, 6.3).
    var isOnThisComputer: Bool {
        let host = RequestFirewall.host(of: base).lowercased()
        return host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
    }

    /// Accepts the address of the server or of its endpoints, with the user: `https://ann@music.example.org/rest/`.
    ///
    /// Throws `SourceError.invalidAddress`.
    init(_ address: String) throws(SourceError) {
        do throws(InvalidAddress) {
            guard var parts = URLComponents(string: address) else { throw .notAURL }
            if parts.password != nil { throw .containsCredentials }
            user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
            let encodedUser = parts.percentEncodedUser
            (parts.user, parts.query, parts.fragment) = (nil, nil, nil)
            while parts.path.hasSuffix("/") { parts.path.removeLast() }
            if parts.path.hasSuffix("/rest") { parts.path.removeLast("/rest".count) }
            while parts.path.hasSuffix("/") { parts.path.removeLast() }
            base = try CatalogueAddress(parts.string ?? address).text
            parts.percentEncodedUser = user == nil ? nil : encodedUser
            self.address = parts.string ?? base
        } catch {
            throw .invalidAddress(error)
        }
    }

    /// The address of a method, without parameters.
    func endpoint(_ method: String) -> String { base + Self.folder + method + Self.ending }

    /// The address of a song's audio or a picture as the library stores it: without credentials.
    func address(of request: SubsonicRequest) -> String {
        var parts = URLComponents()
        parts.queryItems = request.parameters.map { URLQueryItem(name: $0.name, value: $0.value) }
        return endpoint(request.method) + "?" + (parts.percentEncodedQuery ?? "")
    }

    /// The request for audio or artwork of an address that `address(of:)` returned; nil for any other address.
    ///
    /// Another source may have stored the address, so it cannot name a method that changes something.
    func mediaRequest(for address: String) -> SubsonicRequest? {
        guard let id = URLComponents(string: address)?.queryItems?.first(where: { $0.name == "id" })?.value else {
            return nil
        }
        return [SubsonicRequest.audio(id), .artwork(id)].first { self.address(of: $0) == address }
    }
}
