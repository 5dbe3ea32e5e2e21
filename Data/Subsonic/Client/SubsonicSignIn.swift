import Crypto
import FermataDomain
import Foundation

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
        let sendsSecret = server.isEncrypted || credentials.allowsUnencryptedPassword
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
    func isContained(in text: String) -> Bool {
        let secret =
            switch self {
            case .apiKey(let secret), .token(_, let secret), .password(_, let secret): secret
            }
        let decoded = text.replacing("+", with: " ").removingPercentEncoding ?? ""
        return text.contains(secret) || decoded.contains(secret)
            || text.lowercased().contains(secret.utf8.hexadecimal.lowercased())
            || text.contains(/\b(apiKey|p|s|t)=/) || text.contains(/\b[0-9a-fA-F]{32}\b/)
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
