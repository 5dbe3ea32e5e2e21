public import FermataDomain
import Foundation

/// What was found when a new source was checked, in sentences.
public struct SourceCheckText: Equatable, Sendable {
    private static let added = "The source is added all the same."
    public let text: String

    /// `source` is the name of the source.
    public init(_ check: SourceCheck, of source: String) {
        switch check {
        case .server("", _): text = "Signed in to the server."
        case .server(let program, ""): text = "Signed in to the server, which is \(program.onOneLine.quoted)."
        case .server(let program, let version):
            text = "Signed in to the server, which is \("\(program) \(version)".onOneLine.quoted)."
        case .song(let title, ""): text = "Its first song is \(title.onOneLine.quoted)."
        case .song(let title, let artist):
            text = "Its first song is \(title.onOneLine.quoted) by \(artist.onOneLine.quoted)."
        case .songs: text = "The address leads to songs."
        case .rejected(let record):
            text = "Its first record is invalid: \(RejectedRecordText(record).text.onOneLine). \(Self.added)"
        case .late(let limit):
            text = "No song arrived within \(limit.formatted(.units(width: .wide))). \(Self.added)"
        case .unreadable(let failure):
            text =
                failure.problem(
                    for: .user, ofSource: source, unchanged: Self.added
                ).text.onOneLine
        }
    }
}
