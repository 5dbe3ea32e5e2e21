import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Rejects requests without the server's token, except the login.
struct RequestAuthorizer: RouterMiddleware {
    let token: TokenAuthenticator
    let page: LoginPage

    /// Without the token, programs and scripts receive a problem document, and browsers the login page.
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        if request.method == .post, request.uri.path == "/" { return try await next(request, context) }
        do {
            try token.check(request, at: context.channel.localAddress?.port ?? 0)
        } catch  where !request.acceptsProblemJSON {
            return page.response(isWrong: false)
        }
        return try await next(request, context)
    }
}

/// Checks that a client knows the server's token.
///
/// Programs send it as a bearer token. Browsers log in once a year and send a cookie derived from the token.
struct TokenAuthenticator {
    private static let year = 365 * 24 * 60 * 60
    private let token: SHA256.Digest
    private let cookieValue: String
    /// The path below which the server is reached; empty without one.
    private let path: String

    init(_ token: String, path: String) {
        self.path = path
        self.token = SHA256.hash(data: Data(token.utf8))
        cookieValue = Data(
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
                if pair.count == 2, pair[0] == Self.cookieName(port), isCookieValue(pair[1]) { return }
            }
        }
        throw Problem(
            .unauthorized, "This request has no valid token. Send the header Authorization: Bearer TOKEN.",
            headers: [.wwwAuthenticate: "Bearer realm=\"Fermata\""])
    }

    /// Redirects a browser that sent the token to the first page, with the cookie; nil for a wrong token.
    ///
    /// A browser that uses TLS returns a secure cookie over TLS only.
    func login(_ text: String, at port: Int, isSecure: Bool) -> Response? {
        guard isToken(text[...]) else { return nil }
        return Response(
            status: .seeOther,
            headers: [
                .location: "/", .cacheControl: "no-store",
                .setCookie: """
                \(Self.cookieName(port))=\(cookieValue); Path=\(path.isEmpty ? "/" : path); Max-Age=\(Self.year); \
                HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")
                """,
            ])
    }

    /// The cookie's name contains the port, because servers on all ports of a host share one set of cookies.
    private static func cookieName(_ port: Int) -> String { "fermata-\(port)" }

    /// Compares digests: in constant time, and without revealing the token's length.
    private func isToken(_ text: Substring) -> Bool { SHA256.hash(data: Data(text.utf8)) == token }

    private func isCookieValue(_ text: Substring) -> Bool {
        SHA256.hash(data: Data(text.utf8)) == SHA256.hash(data: Data(cookieValue.utf8))
    }
}

/// Logs a browser in with the token that a person enters on the login page.
struct LoginController {
    /// The largest form, in bytes.
    private static let formLimit = 4 << 10
    let token: TokenAuthenticator
    let page: LoginPage
    let proxies: TrustedProxies

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post(use: login)
    }

    private func login(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = try await request.body.collect(upTo: Self.formLimit)
        var parameters = try QueryParameters(query: String(buffer: form))
        guard let text = parameters.text("token") else { return page.response(isWrong: false) }
        let site = proxies.site(of: request, from: context.channel.remoteAddress)
        return token.login(
            text, at: context.channel.localAddress?.port ?? 0, isSecure: site?.scheme == "https")
            ?? page.response(isWrong: true)
    }
}

/// The page on which a person enters the server's token.
struct LoginPage {
    /// The path below which the server is reached; empty without one.
    let path: String

    /// The page with status 401; `isWrong` says that the entered token is not the server's.
    func response(isWrong: Bool) -> Response {
        .unstored(
            html(isWrong: isWrong).markup.utf8, type: "text/html; charset=utf-8", status: .unauthorized,
            headers: [.wwwAuthenticate: "Bearer realm=\"Fermata\""])
    }

    private func html(isWrong: Bool) -> HTML {
        """
        <!DOCTYPE html>
        <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Fermata</title>
        <main><h1>Fermata</h1>
        <p>\(isWrong ? "This is not the token of this server." : "This server requires its token.")</p>
        <form method="post" action="\(path)/"><label>Token <input type="password" name="token" required autofocus></label>
        <button>Log in</button></form></main></html>

        """
    }
}
