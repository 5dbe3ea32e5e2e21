import HTTPTypes
import Hummingbird

/// Serves all routes below a path of another site, such as `/fermata`.
///
/// Removes the path from requests, and adds it to the addresses in `Location` and `Link`. A request without the path,
/// which a proxy may have removed, reaches the same route.
struct PathMiddleware: RouterMiddleware {
    /// Starts with a slash, and does not end with one.
    let path: String

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let target = request.head.path ?? "/"
        guard target.hasPrefix(path) else { return withPath(try await next(request, context)) }
        var head = request.head
        let rest = target.dropFirst(path.count)
        switch rest.first {
        case "/": head.path = String(rest)
        case nil, "?": return Response(status: .permanentRedirect, headers: [.location: path + "/" + rest])
        default: return withPath(try await next(request, context))
        }
        return withPath(try await next(Request(head: head, body: request.body), context))
    }

    private func withPath(_ response: Response) -> Response {
        var response = response
        if let location = response.headers[.location], location.hasPrefix("/") {
            response.headers[.location] = path + location
        }
        if let links = response.headers[.link] { response.headers[.link] = links.replacing("</", with: "<\(path)/") }
        return response
    }
}
