import FermataPresentation
import HTTPTypes
package import Hummingbird

extension WebServer {
    /// The middleware and the routes.
    ///
    /// `connections` are the open sockets, which cancel the queries of clients that disconnect. Without them, queries
    /// run to their end.
    package func makeResponder(connections: ConnectionTable? = nil) -> WebResponder {
        WebResponder(
            middleware: middleware(connections),
            routes: DisconnectCancellation(
                connections: connections,
                next: SiteResponder(served: RouteResponder(site.makeRouter()), sites: sites)))
    }

    /// The routes for the person at the computer, who has those of every account.
    package func makeRouter() -> Router<WebContext> { site.makeRouter() }

    @MiddlewareFixedTypeBuilder<Request, Response, WebContext>
    private func middleware(
        _ connections: ConnectionTable?
    ) -> some MiddlewareProtocol<Request, Response, WebContext> {
        SecurityHeadersMiddleware()
        if !settings.path.isEmpty { PathMiddleware(path: settings.path) }
        MetricsMiddleware(metrics: site.shared.metrics, clock: site.dependencies.clock)
        ProblemMiddleware(monitor: monitor, renderer: site.renderer)
        HostMiddleware(names: settings.hosts, proxies: settings.trustedProxies)
        SubsonicMiddleware(
            signIn: dependencies.signIn, accounts: dependencies.accountServices, state: subsonic,
            proxies: settings.trustedProxies, connections: connections, monitor: monitor,
            changes: site.dependencies.changes)
        OriginMiddleware(names: settings.hosts, proxies: settings.trustedProxies)
        RequestAuthorizer(signIn: site.shared.signIn)
        ConditionalRequestMiddleware()
    }
}

/// Passes every request through the middleware to the routes, including those without a route.
package struct WebResponder: HTTPResponder {
    let middleware: any MiddlewareProtocol<Request, Response, WebContext>
    let routes: DisconnectCancellation<SiteResponder>

    package func respond(to request: Request, context: WebContext) async throws -> Response {
        try await middleware.handle(request, context: context) { try await routes.respond(to: $0, context: $1) }
    }
}

/// Responds with the router's routes, to `OPTIONS`, and to methods and paths without a route.
struct RouteResponder: HTTPResponder {
    private let router: RouterResponder<WebContext>
    private let routes: [(path: RouterPath, methods: [HTTPRequest.Method])]

    init(_ router: Router<WebContext>) {
        routes = Dictionary(grouping: router.routes, by: \.path.description).values.map { routes in
            let methods = routes.map(\.method)
            return (routes[0].path, methods + (methods.contains(.get) ? [.head] : []) + [.options])
        }
        self.router = router.buildResponder()
    }

    func respond(to request: Request, context: WebContext) async throws -> Response {
        if request.method == .options { return Response(status: .noContent, headers: try allowedMethods(for: request)) }
        let response = try await router.respond(to: request, context: context)
        guard context.endpointPath == "NotFound" else { return response }
        throw Problem(
            .methodNotAllowed, "The method \(request.method.rawValue) is not allowed for this path.",
            headers: try allowedMethods(for: request))
    }

    /// The `Allow` field of a path. Throws `Problem` if the path has no routes.
    private func allowedMethods(for request: Request) throws -> HTTPFields {
        let parts = request.uri.path.split(separator: "/")
        let methods = routes.first { route in
            route.path.count == parts.count && zip(route.path, parts).allSatisfy { $0 ~= $1 }
        }?.methods
        guard let methods else { throw Problem(.notFound, "There is nothing at this address.") }
        return [.allow: methods.map(\.rawValue).sorted().joined(separator: ", ")]
    }
}
