import Crypto
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

/// A method to sign in with each request.
///
/// Source: https://opensubsonic.netlify.app/docs/api-reference/ ("Authentication")
enum SubsonicSignIn: Equatable, Sendable {
    case apiKey(String)
    /// MD5 of the password and a random salt.
    case token(user: String, password: String)
    /// The password itself in hexadecimal digits.
    case password(user: String, password: String)

    /// The sign-ins that the credentials allow, the safest first. Throws `SourceFailureCause.signIn`.
    static func allowed(
        for server: SubsonicServer, _ credentials: SourceCredentials
    ) throws(SourceFailureCause) -> [SubsonicSignIn] {
        let sendsSecret = server.isEncrypted || server.isOnThisComputer || credentials.allowsUnencryptedPassword
        switch credentials.secret {
        case .apiKey(let key):
            guard sendsSecret else { throw .signIn(.needsEncryption) }
            return [.apiKey(key)]
        case .password(let password):
            guard let user = server.user else { throw .signIn(.noCredentials) }
            return [.token(user: user, password: password)]
                + (sendsSecret ? [.password(user: user, password: password)] : [])
        }
    }

    /// Whether a text of the server contains the secret, or a token or parameters of a request, which may replace it.
    ///
    /// Characters that people do not see, or hardly, make no difference.
    func isContained(in text: String) -> Bool {
        let secret =
            switch self {
            case .apiKey(let secret), .token(_, let secret), .password(_, let secret): secret
            }
        let texts = [text, Self.percentDecoded(text)]
        let forms = texts.map(Self.visible)
        let secrets = [Self.visible(secret), Data(secret.utf8.hexadecimal.lowercased().utf8)]
        if forms.contains(where: { form in secrets.contains { $0.isEmpty || form.range(of: $0) != nil } }) {
            return true
        }
        return texts.map(Self.withoutIgnorable).contains { words in
            words.contains(/\b(apiKey|p|s|t)=/) || words.contains(/[0-9a-fA-F]{32}/)
        }
    }

    /// The bytes of a text in lower case without white space, marks, and characters that are not shown.
    private static func visible(_ text: String) -> Data {
        var visible = String.UnicodeScalarView()
        for scalar in withoutIgnorable(text.decomposedStringWithCompatibilityMapping).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark: continue
            default: if !scalar.properties.isWhitespace { visible.append(scalar) }
            }
        }
        return Data(String(visible).lowercased().utf8)
    }

    /// The text without characters that are not shown.
    private static func withoutIgnorable(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { scalar in
            let properties = scalar.properties
            return switch properties.generalCategory {
            case .control, .format, .unassigned, .privateUse: properties.isWhitespace
            default: !properties.isDefaultIgnorableCodePoint
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The text with each valid percent encoding decoded, among invalid ones.
    private static func percentDecoded(_ text: String) -> String {
        text.replacing(/(?:%[0-9a-fA-F]{2})+/) { match in
            String(decoding: PercentEncoding.decode(match.output.utf8) ?? [], as: UTF8.self)
        }
    }

    /// The parameters of a request; `salt` is random and used once.
    func parameters(salt: String) -> [(name: String, value: String)] {
        switch self {
        case .apiKey(let key): [("apiKey", key)]
        case .token(let user, let password):
            [
                ("u", user), ("s", salt),
                ("t", Insecure.MD5.hash(data: Data((password + salt).utf8)).hexadecimal),
            ]
        case .password(let user, let password):
            [("u", user), ("p", "enc:" + password.utf8.hexadecimal)]
        }
    }
}
