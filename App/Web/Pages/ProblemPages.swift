import FermataPresentation
import HTTPTypes
import Hummingbird

/// Renders errors as pages, without reading the library.
struct ProblemPages: Sendable {
    let renderer: PageRenderer

    func response(_ error: any Error) -> Response {
        let problem = Problem(error)
        let model =
            error is Problem
            ? ProblemPageModel(status: problem.status.code, detail: problem.detail)
            : ProblemPageModel(ProblemModel(error, for: .webClient), status: problem.status.code)
        var response = renderer.response(model)
        for field in problem.headers { response.headers[field.name] = field.value }
        return response
    }
}
