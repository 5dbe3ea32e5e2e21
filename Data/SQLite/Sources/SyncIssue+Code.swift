import FermataDomain
import Foundation

extension SyncIssue {
    private static let incomplete = "incomplete"

    /// The text that the library stores: the part that could not be read, and why.
    var code: String {
        switch cause {
        case .songs(let cause): "songs " + cause.withoutForeignText.code
        case .playlists(let cause): "playlists " + cause.withoutForeignText.code
        case .stars(let cause): "stars " + cause.withoutForeignText.code
        case .incomplete: Self.incomplete
        }
    }

    /// Decodes a stored text; nil without one. An unknown text is an issue of the songs.
    init?(code: String?, seconds: Int?) {
        guard let code, let seconds else { return nil }
        let parts = code.split(separator: " ", maxSplits: 1).map(String.init)
        let reason = SourceFailureCause(code: parts.count == 2 ? parts[1] : "")
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
