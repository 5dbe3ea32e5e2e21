public import FermataDomain

/// A row of music with the state of its download. Its texts are computed on demand.
public struct TrackCellModel: Equatable, Sendable, Identifiable {
    let music: Music
    /// The state of its download.
    public let download: DownloadState

    /// Without a state, `music.isDownloaded` determines it. The row for a web client has no text of the song's server.
    public init(_ music: Music, download: DownloadState? = nil, for audience: ProblemModel.Audience = .user) {
        let download = download ?? (music.isDownloaded ? .downloaded : .notDownloaded)
        self.download = audience == .webClient ? download.withoutForeignText : download
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
    /// `waiting`, `45 %`, `failed: the connection failed`; empty if it is not downloaded.
    public var downloadText: String { download == .notDownloaded ? "" : DownloadStateText(download).text }
    /// The state of a download that is not complete; empty without one.
    public var openDownloadText: String { isDownloaded ? "" : downloadText }
    /// Whether its download failed.
    public var isProblem: Bool { if case .failed = download { true } else { false } }

    /// The actions of the row's more button.
    public var actions: [MusicAction] {
        [isBookmarked ? .removeBookmark : .bookmark] + MusicAction.actions(for: download, of: music)
    }

    /// The row as one sentence for a screen reader, without unknown values.
    public var accessibilityLabel: String {
        switch download {
        case .notDownloaded, .downloaded: row.accessibilityLabel
        case .waiting, .downloading, .failed:
            row.accessibilityLabel + ", download " + DownloadStateText(download).spoken
        }
    }

    /// The row without the progress of its download.
    public var row: MusicCellModel {
        var music = music
        music.isDownloaded = isDownloaded
        return MusicCellModel(music)
    }
}
