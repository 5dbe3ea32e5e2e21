public import FermataDomain

/// What was found when a new source was checked, as a sentence.
public struct SourceCheckText: Equatable, Sendable {
    public let text: String

    public init(_ check: SourceCheck) {
        switch check {
        case .server("", _): text = "Signed in to the server."
        case .server(let program, ""): text = "Signed in to the server, which is \(program.onOneLine.quoted)."
        case .server(let program, let version):
            text = "Signed in to the server, which is \("\(program) \(version)".onOneLine.quoted)."
        case .song(let title, ""): text = "Its first song is \(title.onOneLine.quoted)."
        case .song(let title, let artist):
            text = "Its first song is \(title.onOneLine.quoted) by \(artist.onOneLine.quoted)."
        case .unreadable(let failure):
            text =
                "Cannot read \(failure.address) now: \(SourceFailureText(failure.cause).text.onOneLine). "
                + "The source is added all the same; check its address."
        }
    }
}
