public import FermataDomain

/// The result of signing in to a new source, as a sentence.
public struct SourceCheckText: Equatable, Sendable {
    public let text: String

    public init(_ check: SourceCheck) {
        switch check {
        case .found("", _): text = "Signed in to the server."
        case .found(let program, ""): text = "Signed in to the server, which is \(program.onOneLine.quoted)."
        case .found(let program, let version):
            text = "Signed in to the server, which is \("\(program) \(version)".onOneLine.quoted)."
        case .unreachable(let failure):
            text =
                "Cannot sign in to \(failure.address) now: \(SourceFailureText(failure.cause).text.onOneLine). "
                + "The source is added all the same; check its address."
        }
    }
}
