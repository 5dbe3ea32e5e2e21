package import FermataPresentation
import HTTPTypes
import NIOCore

extension Problem {
    /// The problem document of an error, without paths and addresses of this computer.
    package init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case is NIOTooManyBytesError: self.init(ProblemModel(.tooLarge, "The body is too large."))
        default: self.init(ProblemModel(error, for: .webClient))
        }
    }

    package init(_ problem: ProblemModel) {
        self.init(
            problem.kind.status, problem.candidates.isEmpty ? problem.text : problem.sentence, field: problem.field,
            candidates: problem.candidates.map(\.key),
            headers: problem.kind.retrySeconds.map { [.retryAfter: String($0)] } ?? [:])
    }
}
