import HTTPTypes
import Hummingbird

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
