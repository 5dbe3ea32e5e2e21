import Crypto
import FermataDomain
import FermataPresentation
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The rules by which requests and browsers sign in to the server.
final class ServerSignIn: Sendable {
    private let token: TokenAuthenticator?
    private let accounts: GetAccountsUsecase
    private let signIn: SignInUsecase
    private let changes: any LibraryChangeObserver
    private let clock: any Clock<Duration>
    private let proxies: TrustedProxies
    /// The path below which the server is reached; empty without one.
    private let path: String
    private let isOpen: Bool
    /// Whether there were accounts at a version of the library, and whether there were any before.
    private let known = Mutex<(version: Int?, hasAccounts: Bool, hadAccounts: Bool)?>(nil)

    /// `isOpen` states that a server without a token needs no sign-in until it has an account.
    init(_ dependencies: WebDependencies, settings: ServeSettings, isOpen: Bool) {
        token = settings.token.map { TokenAuthenticator($0) }
        (accounts, signIn) = (dependencies.accounts, dependencies.signIn)
        (changes, clock) = (dependencies.site.changes, dependencies.site.clock)
        (proxies, path, self.isOpen) = (settings.trustedProxies, settings.path, isOpen)
    }

    /// Whether a request needs no sign-in: that of the form to sign in, those for the style of its page, and that for the
    /// health of the server.
    func isReachable(_ request: Request) -> Bool {
        switch request.method {
        case .post: request.uri.path == "/"
        case .get, .head: request.uri.path.hasPrefix("/assets/") || request.uri.path == "/health"
        default: false
        }
    }

    /// The account of a request; nil for the person at the computer, or one who knows the token.
    ///
    /// Throws `Problem` with status 401 if neither the request nor its cookie shows who makes it.
    func account(of request: Request, _ context: WebContext) async throws -> Account? {
        let cookies = SessionCookie.values(in: request, at: context.port)
        let bearer = request.bearer
        if let token, token.isToken(bearer) || cookies.contains(where: token.isCookieValue) { return nil }
        let hasAccounts = try await hasAccounts()
        if token == nil, isOpen, !hasAccounts, !hadAccounts { return nil }
        if hasAccounts {
            try await changes.waitUntilFree(clock: clock)
            let sent =
                (bearer.map { [.key(String($0))] } ?? []) + cookies.map { AccountCredentials.session(String($0)) }
            for credentials in sent {
                if let account = try await account(with: credentials, request, context) { return account }
            }
        }
        throw Problem(
            .unauthorized, SignInPageModel(hasAccounts: hasAccounts, hasToken: token != nil).problemText,
            headers: Self.challenge)
    }

    /// Signs a browser in with what a person has entered, and redirects it to the first page. Responds with the page
    /// to sign in if that was wrong.
    func response(to form: QueryParameters, _ request: Request, _ context: WebContext) async throws -> Response {
        var form = form
        if let text = form.text("token") {
            guard let token, token.isToken(text[...]) else { return try await page(.token) }
            return redirect(sessionCookie(request, context).field(token.cookieValue))
        }
        guard let name = form.text("name"), let password = form.text("password") else { return try await page() }
        do {
            let account = try await signIn.execute(
                .name(name) { ConstantTime.areEqual(password, $0) }, from: address(of: request, context))
            return redirect(try await cookie(of: account, request, context))
        } catch let error as AccountError {
            return try await page(.account(ProblemModel(error, for: .webClient).sentence))
        }
    }

    /// The cookie of a new session of an account.
    func cookie(of account: Account, _ request: Request, _ context: WebContext) async throws -> String {
        sessionCookie(request, context).field(try await signIn.beginSession(of: account))
    }

    /// Redirects a browser to the page to sign in, without its cookie.
    func signOut(_ request: Request, _ context: WebContext) -> Response {
        redirect(sessionCookie(request, context).removal)
    }

    /// The page to sign in, with status 401.
    func page(_ failure: SignInPageModel.Failure? = nil) async throws -> Response {
        let model = SignInPageModel(
            hasAccounts: try await hasAccounts(), hasToken: token != nil, failure: failure)
        return .unstored(
            model.html(below: "\(path)").markup.utf8, type: "text/html; charset=utf-8", status: .unauthorized,
            headers: Self.challenge)
    }

    private func account(
        with credentials: AccountCredentials, _ request: Request, _ context: WebContext
    ) async throws -> Account? {
        do {
            return try await signIn.execute(credentials, from: address(of: request, context))
        } catch AccountError.sessionEnded {
            return nil
        } catch AccountError.wrongKey {
            return nil
        }
    }

    /// Redirects a browser to the first page. `cookie` is the field that sets or removes its cookie.
    private func redirect(_ cookie: String) -> Response {
        Response(status: .seeOther, headers: [.location: "/", .cacheControl: "no-store", .setCookie: cookie])
    }

    private func sessionCookie(_ request: Request, _ context: WebContext) -> SessionCookie {
        let site = proxies.site(of: request, from: context.channel.remoteAddress)
        return SessionCookie(path: path, port: context.port, isSecure: site?.scheme == "https")
    }

    private func address(of request: Request, _ context: WebContext) -> String {
        proxies.address(of: request, from: context.channel.remoteAddress)
    }

    private func hasAccounts() async throws -> Bool {
        let last = known.withLock { $0 }
        do {
            // Reads the version before the accounts: a change meanwhile is then read by the next request. Without a
            // version, the library cannot be read now.
            let version = try changes.knownVersion()
            if let last, version == nil || last.version == version { return last.hasAccounts }
            let hasAccounts = try await !accounts.execute().isEmpty
            known.withLock { known in
                known = (version, hasAccounts, hadAccounts: hasAccounts || (known?.hadAccounts ?? false))
            }
            return hasAccounts
        } catch {
            // Responses that need no library do not fail with it.
            guard let last else { throw error }
            return last.hasAccounts
        }
    }

    /// Whether the server has had accounts since it started: it does not become open once the last one is removed.
    private var hadAccounts: Bool { known.withLock { $0?.hadAccounts ?? false } }

    private static let challenge: HTTPFields = [.wwwAuthenticate: "Bearer realm=\"Fermata\""]
}

/// Checks that a client knows the server's token.
///
/// Programs send it as a bearer token. Browsers send a cookie derived from it.
struct TokenAuthenticator: Sendable {
    private let token: String
    let cookieValue: String

    init(_ token: String) {
        self.token = token
        cookieValue = Data(
            HMAC<SHA256>.authenticationCode(for: Data("cookie".utf8), using: SymmetricKey(data: Data(token.utf8)))
        )
        .base64EncodedString().filter { $0.isLetter || $0.isNumber }
    }

    func isToken(_ text: Substring?) -> Bool { text.map { ConstantTime.areEqual(String($0), token) } ?? false }

    func isCookieValue(_ text: Substring) -> Bool { ConstantTime.areEqual(String(text), cookieValue) }
}

/// The cookie by which a browser stays signed in.
///
/// Its name contains the port, because servers on all ports of a host share one set of cookies. A browser that uses TLS
/// returns a secure cookie over TLS only.
struct SessionCookie {
    private let prefix: String
    private let path: String
    private let attributes: String

    /// `path` is that below which the server is reached; empty without one.
    init(path: String, port: Int, isSecure: Bool) {
        prefix = "\(Self.name(port))="
        attributes = "; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
        self.path = "; Path=\(path.isEmpty ? "/" : path)"
    }

    /// The field that sets the cookie.
    func field(_ value: String) -> String {
        "\(prefix)\(value)\(path); Max-Age=\(Int(SignInUsecase.sessionLifetime))\(attributes)"
    }

    /// The field that removes the cookie.
    var removal: String { "\(prefix)\(path); Max-Age=0\(attributes)" }

    /// The values of the cookies of this name, of which a browser may send several.
    static func values(in request: Request, at port: Int) -> [Substring] {
        request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { part in
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return pair.count == 2 && pair[0] == name(port) ? pair[1] : nil
        }
    }

    private static func name(_ port: Int) -> String { "fermata-\(port)" }
}

extension Request {
    /// The bearer token (RFC 6750, 2.1); nil without one.
    fileprivate var bearer: Substring? {
        guard let field = headers[.authorization], field.lowercased().hasPrefix("bearer ") else { return nil }
        return field.dropFirst(7).drop { $0 == " " }
    }
}

extension WebContext {
    fileprivate var port: Int { channel.localAddress?.port ?? 0 }
}
