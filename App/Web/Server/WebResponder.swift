package import Hummingbird

/// Passes every request through the middleware to the routes, including those without a route.
package struct WebResponder: HTTPResponder {
    let middleware: any MiddlewareProtocol<Request, Response, WebContext>
    let routes: DisconnectCancellation<RouteResponder>

    package func respond(to request: Request, context: WebContext) async throws -> Response {
        try await middleware.handle(request, context: context) { try await routes.respond(to: $0, context: $1) }
    }
}
