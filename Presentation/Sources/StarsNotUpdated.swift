import FermataDomain

/// The stars of a source could not be read or changed, although its songs were read.
struct StarsNotUpdated: ProblemConvertible {
    let source: String
    let cause: SourceFailure

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        var problem = cause.problem(for: audience, unchanged: "Bookmarks are unchanged.")
        problem.sentence = "The songs of \(source) are updated, its stars are not. \(problem.sentence)"
        return problem
    }
}
