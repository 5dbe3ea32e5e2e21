import FermataPresentation

/// A command that is spelled correctly and cannot run as requested.
struct CommandError: ProblemConvertible {
    let message: String

    func problem(for audience: ProblemModel.Audience) -> ProblemModel { ProblemModel(.usage, message) }
}
