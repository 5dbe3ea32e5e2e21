import FermataPresentation

/// A problem that is printed already, and that decides the exit code of the command.
struct ReportedFailure: Error {
    let kind: ProblemModel.Kind

    init(_ problem: ProblemModel) {
        kind = problem.kind
    }
}
