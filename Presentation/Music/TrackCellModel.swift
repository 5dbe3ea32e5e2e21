public import FermataDomain

/// A row of an artist's track: all that any screen shows of it, worked out when it is asked for.
public struct TrackCellModel: Equatable, Sendable, Identifiable {
    let music: Music
    /// How far its download has come.
    public let download: DownloadState

    /// Without a download's state, the music says whether it is downloaded.
    public init(_ music: Music, download: DownloadState? = nil) {
        self.download = download ?? (music.isDownloaded ? .downloaded : .notDownloaded)
        self.music = music
    }

    public var id: MusicID { music.id }
    public var shortID: String { music.id.short }
    public var title: String { music.title }
    public var artist: String { music.artist }
    public var album: String { music.album }
    public var durationText: String { DurationText(music.duration).clock }
    public var isDownloaded: Bool { download == .downloaded }
    public var isBookmarked: Bool { music.isBookmarked }
    public var isExplicit: Bool { music.explicit == .explicit }
    /// `waiting`, `45 %`, `failed: not found`; empty where it is not downloaded.
    public var downloadText: String { download == .notDownloaded ? "" : DownloadStateText(download).text }
    /// Whether its download failed.
    public var isProblem: Bool { if case .failed = download { true } else { false } }
    /// How much of it is there, from 0 to 1; nil where that is not known.
    public var downloadFraction: Double? { DownloadStateText(download).fraction }

    /// What the row's more button offers.
    public var actions: [MusicAction] {
        [isBookmarked ? .removeBookmark : .bookmark] + MusicAction.actions(for: download, of: music)
    }

    /// The row read as one sentence; what is not there is left out.
    public var accessibilityLabel: String {
        switch download {
        case .notDownloaded, .downloaded: row.accessibilityLabel
        case .waiting, .downloading, .failed:
            row.accessibilityLabel + ", download " + DownloadStateText(download).spoken
        }
    }

    /// The same as any list of music shows it.
    public var row: MusicCellModel {
        var music = music
        music.isDownloaded = isDownloaded
        return MusicCellModel(music)
    }
}
