import HTTPTypes
import Hummingbird

/// Responds with 304 Not Modified if the client has the current entity tag (RFC 9110, 13.1.2).
struct ConditionalRequestMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard response.status == .ok, let tag = response.headers[.eTag],
            let tags = request.headers[.ifNoneMatch], EntityTag.matches(tags, tag)
        else { return response }
        var headers = response.headers
        headers[.contentLength] = nil
        headers[.contentType] = nil
        // A body of unknown length: one of no bytes would add a `Content-Length`, which describes the complete
        // response.
        return Response(status: .notModified, headers: headers, body: ResponseBody { try await $0.finish(nil) })
    }
}
