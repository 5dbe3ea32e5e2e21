public import FermataDomain

/// A page that says why there is no other in its place.
public struct ProblemPageModel: Equatable, Sendable {
    public let status: Int
    /// What happened, and what to do next.
    public let text: String
    /// What may have been meant.
    public let candidates: [LinkModel]
    private let isLeftOut: Bool

    /// `status` is that of HTTP; `detail` is one sentence; `isLeftOut` is for what the listener's age leaves out.
    public init(status: Int, detail: String, isLeftOut: Bool = false, candidates: [LinkModel] = []) {
        self.status = status
        text = candidates.isEmpty ? detail : detail + " Choose one:"
        self.candidates = candidates
        self.isLeftOut = isLeftOut
    }

    public var title: String {
        switch status {
        case 403: isLeftOut ? "This is left out" : "This is not allowed"
        case 404: "There is nothing here"
        case 409: "Several may be meant"
        case 400..<500: "This cannot be shown"
        case 503: "Not just now"
        default: "Something went wrong"
        }
    }
}

extension LinkModel {
    /// Links to what may have been meant, where an error says that there are several.
    public static func candidates(of error: any Error) -> [LinkModel] {
        switch error {
        case MusicError.ambiguousID(_, let music): music.map { LinkModel($0.title, .music($0.id)) }
        case ArtistError.ambiguousName(_, let artists):
            artists.compactMap { artist in PageAddress.artist(artist.name).map { LinkModel(artist.name, $0) } }
        case PlaylistError.ambiguousName(_, let playlists): playlists.map { LinkModel($0.name, .playlist($0.id)) }
        default: []
        }
    }
}
