import FermataDomain
import Foundation

extension SyncIssue {
    private static let incomplete = "incomplete"

    /// The text that the library stores: the part that could not be read, and why.
    var storedText: String {
        switch cause {
        case .songs(let cause): "songs " + cause.withoutForeignText.storedText
        case .playlists(let cause): "playlists " + cause.withoutForeignText.storedText
        case .stars(let cause): "stars " + cause.withoutForeignText.storedText
        case .incomplete: Self.incomplete
        }
    }

    /// Decodes a stored text; nil without one. An unknown text is an issue of the songs.
    init?(storedText text: String?, seconds: Int?) {
        guard let text, let seconds else { return nil }
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let reason = SourceFailureCause(storedText: parts.count == 2 ? parts[1] : "")
        let cause: Cause =
            switch parts.first {
            case Self.incomplete: .incomplete
            case "playlists": .playlists(reason)
            case "stars": .stars(reason)
            default: .songs(reason)
            }
        self.init(cause, at: Date(timeIntervalSince1970: Double(seconds)))
    }
}
