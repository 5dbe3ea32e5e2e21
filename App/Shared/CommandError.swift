import FermataPresentation

/// The error of a valid command that cannot run as requested.
struct CommandError: ProblemConvertible {
    let message: String

    func problem(for audience: ProblemModel.Audience) -> ProblemModel { ProblemModel(.usage, message) }
}
