import HTTPTypes
import Hummingbird
import NIOHTTP1

/// Answers every request: who may not pass is told so, what is known is answered at once, the rest by its route.
struct WebResponder: HTTPResponder {
    typealias Context = WebContext
    let door: RequestAuthorizer
    let cache: ResponseCache
    let connections: ConnectionTable
    let routes: RouteTable
    let faults: FatalErrorMonitor
    let problems: ProblemPages

    func respond(to request: Request, context: Context) async throws -> Response {
        var response: Response
        do {
            if let admission = try await door.check(request, to: context.channel.localAddress) {
                response = admission
            } else if let kept = try cache.kept(for: request) {
                return kept
            } else {
                response = try await answer(request, context)
            }
        } catch let error as HTTPParserError {
            throw error
        } catch {
            faults.report(error)
            let isForProgram = request.isForAPI || request.isForScript
            response = isForProgram ? Problem(error).response : problems.response(error)
        }
        if request.method == .head { response = response.createHeadResponse() }
        SecurityHeaders.add(to: &response.headers)
        return response
    }

    /// What changes something goes on to its end, whoever leaves.
    private func answer(_ request: Request, _ context: Context) async throws -> Response {
        guard request.method == .get || request.method == .head else {
            return try await routes.respond(to: request, context: context)
        }
        return try await connections.read(for: context.channel) { [routes] in
            try await routes.respond(to: request, context: context)
        }
    }
}
