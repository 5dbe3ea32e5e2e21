import HTTPTypes
import Hummingbird

/// Cancels the query of a client that disconnects. Changes run to their end.
struct DisconnectCancellation<Next: HTTPResponder>: HTTPResponder where Next.Context == WebContext {
    /// The connections of the server; nil without a socket, where queries run to their end.
    let connections: ConnectionTable?
    let next: Next

    func respond(to request: Request, context: WebContext) async throws -> Response {
        guard let connections, request.method == .get || request.method == .head else {
            return try await next.respond(to: request, context: context)
        }
        return try await connections.run(for: context.channel) { [next] in
            try await next.respond(to: request, context: context)
        }
    }
}
