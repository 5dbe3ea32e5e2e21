import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// Whether who asks knows the token, where the server has one.
///
/// A program sends it as a bearer; a browser is asked once a year, and keeps a cookie that is made of it.
struct TokenAuthenticator {
    private static let year = 365 * 24 * 60 * 60
    private let token: SHA256.Digest
    private let kept: String

    init(_ token: String) {
        self.token = SHA256.hash(data: Data(token.utf8))
        kept = Data(
            HMAC<SHA256>.authenticationCode(for: Data("cookie".utf8), using: SymmetricKey(data: Data(token.utf8)))
        )
        .base64EncodedString().filter { $0.isLetter || $0.isNumber }
    }

    /// Throws `Problem` for a request without the token.
    func check(_ request: Request, at port: Int) throws {
        if let bearer = request.headers[.authorization], bearer.lowercased().hasPrefix("bearer "),
            isToken(bearer.dropFirst(7).drop { $0 == " " })
        {
            return
        }
        for field in request.headers[values: .cookie] {
            for part in field.split(separator: ";") {
                let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                if pair.count == 2, pair[0] == Self.cookie(port), isKept(pair[1]) { return }
            }
        }
        throw Problem(
            .unauthorized, "This server asks for its token.",
            headers: [.wwwAuthenticate: "Bearer realm=\"Fermata\""])
    }

    /// Lets a browser in that knows the token; nil where it does not.
    func admission(_ given: String, at port: Int) -> Response? {
        guard isToken(given[...]) else { return nil }
        return Response(
            status: .seeOther,
            headers: [
                .location: "/", .cacheControl: "no-store",
                .setCookie:
                    "\(Self.cookie(port))=\(kept); Path=/; Max-Age=\(Self.year); HttpOnly; SameSite=Strict",
            ])
    }

    /// Cookies know no ports: two servers of one host would overwrite each other's.
    private static func cookie(_ port: Int) -> String { "fermata-\(port)" }

    /// Digests are compared in constant time, and have no length to tell.
    private func isToken(_ given: Substring) -> Bool { SHA256.hash(data: Data(given.utf8)) == token }

    private func isKept(_ given: Substring) -> Bool {
        SHA256.hash(data: Data(given.utf8)) == SHA256.hash(data: Data(kept.utf8))
    }
}
