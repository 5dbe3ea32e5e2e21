import FermataPresentation

/// A problem that was printed already. It determines the exit code of the command.
struct ReportedFailure: Error {
    let kind: ProblemModel.Kind

    init(_ problem: ProblemModel) {
        kind = problem.kind
    }
}
