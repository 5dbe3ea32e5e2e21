/// An error that describes its own problem.
public protocol ProblemConvertible: Error {
    func problem(for audience: ProblemModel.Audience) -> ProblemModel
}

extension ProblemModel {
    /// The problem of any error; of kind `unexpected` if nothing is known about it.
    public init(_ error: any Error, for audience: Audience = .user) {
        self =
            (error as? any ProblemConvertible)?.problem(for: audience)
            ?? (error is CancellationError
                ? ProblemModel(.stopping, audience == .user ? "Stopped." : "The server is stopping.")
                : ProblemModel(.unexpected, audience == .user ? "\(error)" : "Something went wrong in the server."))
    }
}
