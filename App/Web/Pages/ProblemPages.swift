import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Says on a page why there is no other in its place.
struct ProblemPages: Sendable {
    private let renderer: PageRenderer

    init(_ renderer: PageRenderer) {
        self.renderer = renderer
    }

    /// The page of an error; the library is not asked for it.
    func response(_ error: any Error) -> Response {
        let problem = Problem(error)
        let model = ProblemPageModel(
            status: problem.status.code, detail: problem.detail, isLeftOut: Self.isRestriction(error),
            candidates: LinkModel.candidates(of: error))
        var response = renderer.response(model)
        for field in problem.headers { response.headers[field.name] = field.value }
        return response
    }
}

extension ProblemPages {
    private static func isRestriction(_ error: any Error) -> Bool {
        switch error {
        case MusicError.restricted, ArtistError.restricted, PlaylistError.restricted: true
        default: false
        }
    }
}

extension Request {
    /// Whether a script asks for a part of a page: it reads problems as a program does.
    var isForScript: Bool { headers[.accept]?.contains("application/problem+json") == true }
}
