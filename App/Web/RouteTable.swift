import HTTPTypes
import Hummingbird

/// The routes, and what is said where there is none.
struct RouteTable: Sendable {
    private let router: RouterResponder<WebContext>
    private let known: [(path: RouterPath, methods: [HTTPRequest.Method])]

    init(_ router: Router<WebContext>) {
        known = Dictionary(grouping: router.routes, by: \.path.description).values.map { routes in
            let methods = routes.map(\.method)
            return (routes[0].path, methods + (methods.contains(.get) ? [.head] : []) + [.options])
        }
        self.router = router.buildResponder()
    }

    func respond(to request: Request, context: WebContext) async throws -> Response {
        if request.method == .options { return Response(status: .noContent, headers: try allowed(for: request)) }
        let response = try await router.respond(to: request, context: context)
        guard context.endpointPath == "NotFound" else { return response }
        throw Problem(
            .methodNotAllowed, "\(request.method.rawValue) is not for this path.", headers: try allowed(for: request))
    }

    /// The methods that a path has, as a field. Throws `Problem` where the path is unknown.
    private func allowed(for request: Request) throws -> HTTPFields {
        let parts = request.uri.path.split(separator: "/")
        let methods = known.first { route in
            route.path.count == parts.count && zip(route.path, parts).allSatisfy { $0 ~= $1 }
        }?.methods
        guard let methods else { throw Problem(.notFound, "There is nothing at this address.") }
        return [.allow: methods.map(\.rawValue).sorted().joined(separator: ", ")]
    }
}
