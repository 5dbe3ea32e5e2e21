import FermataDomain
import FermataPresentation
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Replies to the apps of the OpenSubsonic API, whose addresses begin with `/rest/`.
///
/// Requests show an account in their parameters, never by a cookie; so pages of other sites may send them. Errors have the
/// status 200 and the requested format. Source: https://opensubsonic.netlify.app
struct SubsonicMiddleware: RouterMiddleware {
    let signIn: SignInUsecase
    let accounts: AccountServices
    let state: SubsonicServerState
    let proxies: TrustedProxies
    /// The open sockets, which cancel the requests of clients that disconnect; nil without sockets.
    let connections: ConnectionTable?
    let monitor: FatalErrorMonitor
    let changes: any LibraryChangeObserver

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path.split(separator: "/", omittingEmptySubsequences: false)
        guard path.count == 3, path[1] == "rest" else { return try await next(request, context) }
        if request.method == .options { return Self.shared(Response(status: .noContent, headers: Self.preflight)) }
        let name = path[2].hasSuffix(".view") ? path[2].dropLast(5) : path[2]
        return Self.shared(try await respond(to: request, context, route: String(name)))
    }

    /// Responds in the requested format; in XML if the format cannot be read.
    private func respond(to request: Request, _ context: WebContext, route: String) async throws -> Response {
        var format = SubsonicFormat.xml
        do {
            let parameters = try await SubsonicParameters(request)
            format = try SubsonicFormat(parameters)
            try await changes.waitUntilFree(clock: state.clock)
            return try await reply(to: request, parameters, in: format, context, route: route)
        } catch let error as CancellationError {
            throw error
        } catch {
            await report(error)
            return format.response(.failure(SubsonicError(error)))
        }
    }

    /// A damaged library of an account is repaired, and does not stop the server.
    private func report(_ error: any Error) async {
        if case LibraryError.damaged(let path) = error, await accounts.repair(path) { return }
        monitor.report(error)
    }

    private func reply(
        to request: Request, _ parameters: SubsonicParameters, in format: SubsonicFormat, _ context: WebContext,
        route name: String
    ) async throws -> Response {
        let route = SubsonicRoute.byName[name]
        let account: Account
        if route?.access == .everyone {
            account = Account(name: "")
        } else {
            try Self.checkVersion(parameters)
            _ = try parameters.required("c")
            account = try await signIn.execute(
                AccountCredentials(parameters), from: proxies.address(of: request, from: context.channel.remoteAddress))
        }
        guard let route else { throw SubsonicError(.other, "The server does not offer “\(name)”.") }
        if route.access == .administrator { try AccountAccess.account(account).checkAdministration() }
        let call = SubsonicCall(
            parameters: parameters, account: account, services: try await accounts.services(account),
            server: state, request: request,
            context: context)
        let respond = { @Sendable in format.response(.success(try await route.reply(call))) }
        guard !route.isChange else { return try await respond() }
        let cached = { @Sendable in
            guard route.isCached(parameters) else { return try await respond() }
            let key = "\(name) \(format.text) \(parameters.textWithoutCredentials)"
            return try await call.services.replies.response(for: key, respond)
        }
        guard let connections else { return try await cached() }
        return try await connections.run(for: context.channel) { try await cached() }
    }

    /// Throws `SubsonicError` unless the client speaks version 1 of the API.
    private static func checkVersion(_ parameters: SubsonicParameters) throws {
        let parts = try parameters.required("v").split(separator: ".").map { Int($0) }
        guard let major = parts.first ?? nil else { throw SubsonicError.invalid("v", "must be a version") }
        if major < 1 { throw SubsonicError(.oldClient, "The app is too old for this server.") }
        if major > 1 { throw SubsonicError(.oldServer, "The server is too old for this app.") }
    }

    private static let preflight: HTTPFields = [
        .accessControlAllowMethods: "GET, HEAD, POST, OPTIONS", .accessControlAllowHeaders: "*",
        .accessControlMaxAge: "86400",
    ]

    /// Lets pages of other sites read a response, which no one stores unless it says otherwise: it shows the account.
    private static func shared(_ response: Response) -> Response {
        var response = response
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlExposeHeaders] = "Content-Range, Accept-Ranges, Content-Length, ETag"
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
        return response
    }
}

extension TrustedProxies {
    /// The address of a client: that which a trusted proxy names, or else that of the connection.
    func address(of request: Request, from client: SocketAddress?) -> String {
        let own = client?.ipAddress ?? ""
        guard contains(client), let list = request.headers[.forwardedFor] else { return own }
        // A client can write the first addresses itself; the last one is the proxy's.
        let last = list.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return last.flatMap { $0.isEmpty ? nil : $0 } ?? own
    }
}
