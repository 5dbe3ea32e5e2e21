public import FermataDomain

/// A row of music. Its texts are computed on demand.
public struct MusicCellModel: Equatable, Sendable, Identifiable {
    let music: Music
    /// Whether the library stores lyrics of the song; nil if that was not read.
    var hasLyrics: Bool?

    public init(_ music: Music) {
        self.music = music
    }

    public var id: MusicID { music.id }
    public var shortID: String { music.id.short }
    public var title: String { music.title }
    public var artist: String { music.artist }
    public var album: String { music.album }
    public var artwork: Artwork { music.artworkURL.map(Artwork.url) ?? .placeholder }
    public var durationText: String { DurationText(music.duration).clock }
    public var isBookmarked: Bool { music.isBookmarked }
    public var isDownloaded: Bool { music.isDownloaded }
    public var isExplicit: Bool { music.explicit == .explicit }

    /// The message after its bookmark was changed.
    public var bookmarkedText: String {
        isBookmarked ? "Bookmarked “\(title)”." : "Removed the bookmark of “\(title)”."
    }

    /// The actions of the row's more button.
    public var actions: [MusicAction] {
        [isBookmarked ? .removeBookmark : .bookmark]
            + MusicAction.actions(for: isDownloaded ? .downloaded : .notDownloaded, of: music)
    }
}

/// The picture of a row.
public enum Artwork: Equatable, Sendable {
    case placeholder
    /// An address as received from the source.
    case url(String)
}
