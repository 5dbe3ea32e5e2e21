public import FermataDomain

/// A page that says why there is no other in its place.
public struct ProblemPageModel: Equatable, Sendable {
    public let status: Int
    public let title: String
    /// What happened, and what to do next.
    public let text: String
    /// What may have been meant.
    public let candidates: [LinkModel]

    public init(status: Int, title: String, text: String, candidates: [LinkModel] = []) {
        self.status = status
        self.title = title
        self.text = text
        self.candidates = candidates
    }

    /// A place that no page is at.
    public static let noSuchPage = ProblemPageModel(
        status: 404, title: "There is no such page", text: "The address may be mistyped, or what was there is gone.")

    public init(_ error: LibraryError) {
        switch error {
        case .noSuchMusic: self = Self.gone("music")
        case .noSuchArtist: self = Self.gone("artist")
        case .noSuchPlaylist: self = Self.gone("playlist")
        case .noSuchToDo: self = Self.gone("to-do")
        case .noSuchSource: self = Self.gone("source")
        case .refusedByRule:
            self.init(
                status: 403, title: "This is left out",
                text: "It is explicit, and left out for a listener of this age.")
        case .ambiguousID(_, let music):
            self = Self.several(music.map { LinkModel($0.title, .music($0.id)) })
        case .ambiguousArtist(_, let artists):
            self = Self.several(artists.map { LinkModel($0.name, .artist($0.name)) })
        case .ambiguousPlaylist(_, let playlists):
            self = Self.several(playlists.map { LinkModel($0.name, .playlist($0.id)) })
        case .busy:
            self.init(
                status: 503, title: "The library is busy",
                text: "Another program is changing it. Try again in a moment.")
        default:
            self.init(
                status: 500, title: "The library could not be read",
                text: "What is in it is safe. The program’s log says more.")
        }
    }

    private static func gone(_ kind: String) -> ProblemPageModel {
        ProblemPageModel(
            status: 404, title: "There is no such \(kind)", text: "It may have left the library, or the address is mistyped.")
    }

    private static func several(_ candidates: [LinkModel]) -> ProblemPageModel {
        ProblemPageModel(
            status: 404, title: "Several may be meant", text: "Choose one of them.", candidates: candidates)
    }
}
