import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Renders errors as pages, without reading the library.
struct ProblemPages: Sendable {
    let renderer: PageRenderer

    func response(_ error: any Error) -> Response {
        let problem = Problem(error)
        let model = ProblemPageModel(
            status: problem.status.code, detail: problem.detail, isLeftOut: Self.isRestriction(error),
            candidates: LinkModel.candidates(of: error))
        var response = renderer.response(model)
        for field in problem.headers { response.headers[field.name] = field.value }
        return response
    }

    private static func isRestriction(_ error: any Error) -> Bool {
        switch error {
        case MusicError.restricted, ArtistError.restricted, PlaylistError.restricted: true
        default: false
        }
    }
}
