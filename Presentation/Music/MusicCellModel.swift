public import FermataDomain

/// A row of music: all that any screen shows of it, worked out when it is asked for.
public struct MusicCellModel: Equatable, Sendable, Identifiable {
    let music: Music

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

    /// What the row's more button offers.
    public var actions: [MusicAction] {
        [isBookmarked ? .removeBookmark : .bookmark]
            + MusicAction.actions(for: isDownloaded ? .downloaded : .notDownloaded, of: music)
    }
}

/// What a row shows as its picture.
public enum Artwork: Equatable, Sendable {
    case placeholder
    /// An address as the source gave it.
    case url(String)
}
