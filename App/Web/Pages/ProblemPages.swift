import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Says on a page why there is no other in its place.
struct ProblemPages: RouterMiddleware {
    private let renderer: PageRenderer

    init(_ renderer: PageRenderer) {
        self.renderer = renderer
    }

    func handle(
        _ request: Request, context: WebServer.Context,
        next: (Request, WebServer.Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as LibraryError {
            if case .damaged = error { throw error }
            return try await response(ProblemPageModel(error), to: request)
        } catch let problem as Problem {
            let model = ProblemPageModel(
                status: problem.status.code, title: "This cannot be shown", text: problem.detail)
            return try await response(model, to: request)
        } catch let error as HTTPError where error.status == .notFound {
            return try await response(.noSuchPage, to: request)
        }
    }

    private func response(_ model: ProblemPageModel, to request: Request) async throws -> Response {
        let page = Page(title: model.title, content: "problem", status: model.status, values: model.values)
        return try await renderer.response(page, to: request)
    }
}
