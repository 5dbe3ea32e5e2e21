/// The error of a change that was not stored within the time for ending the program.
public struct UnstoredChangeError: ProblemConvertible {
    public init() {}

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(.incomplete, "The last change was not stored in time.", hint: "Make it again.")
    }
}
