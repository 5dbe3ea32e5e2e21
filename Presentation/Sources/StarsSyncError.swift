import FermataDomain

/// The error of a sync that read the songs of a source, but could not read or change its stars.
struct StarsSyncError: ProblemConvertible {
    let source: String
    let cause: SourceFailure

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        var problem = cause.problem(for: audience, unchanged: "Bookmarks are unchanged.")
        problem.sentence = "The songs of \(source) are updated, its stars are not. \(problem.sentence)"
        return problem
    }
}
