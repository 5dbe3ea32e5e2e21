package import FermataPresentation

/// A destination of bytes.
package protocol ByteSink: Sendable {
    func write(_ bytes: [UInt8]) throws(OutputError)

    /// Writes the buffered bytes.
    func flush() throws(OutputError)
}

/// An error that ends the output.
package enum OutputError: ProblemConvertible, Equatable, Sendable {
    /// The reader closed the stream, as `head` does.
    case closed
    case failed(reason: String)

    package func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .closed: ProblemModel(.cannotWrite, "The reader closed the output.")
        case .failed(let reason): ProblemModel(.cannotWrite, "Cannot write the output: \(reason).")
        }
    }
}
