/// A page that shows a problem in place of the requested page.
public struct ProblemPageModel: Equatable, Sendable {
    /// The HTTP status.
    public let status: Int
    public let title: String
    /// The problem and the next step.
    public let text: String
    /// Links to the candidates of an ambiguous text.
    public let candidates: [LinkModel]

    public init(_ problem: ProblemModel, status: Int) {
        self.status = status
        title = problem.title
        candidates = problem.candidates.compactMap { LinkModel($0) }
        let choice =
            problem.kind == .notFound
            ? problem.hint ?? ""
            : problem.listsAllCandidates ? "Choose one:" : "The first \(candidates.count) are:"
        text = candidates.isEmpty ? problem.text : "\(problem.sentence) \(choice)"
    }

    /// `detail` is one sentence.
    public init(status: Int, detail: String) {
        self.status = status
        text = detail
        candidates = []
        title =
            switch status {
            case 403: "Not allowed"
            case 404: "Not found"
            case 400..<500: "Cannot show this page"
            case 503: "Busy"
            default: "Something went wrong"
            }
    }
}

extension LinkModel {
    /// The page of a candidate; nil if it has none.
    init?(_ candidate: ProblemModel.Candidate) {
        switch candidate.subject {
        case .music(let id): self.init(candidate.name, .music(id))
        case .artist(let name):
            guard let address = PageAddress.artist(name) else { return nil }
            self.init(candidate.name, address)
        case .album(let id): self.init(candidate.name, .album(id))
        case .playlist(let id): self.init(candidate.name, .playlist(id))
        }
    }
}
