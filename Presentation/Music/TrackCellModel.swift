public import FermataDomain

/// A row of music with the state of its download. Its texts are computed on demand.
public struct TrackCellModel: Equatable, Sendable, Identifiable {
    let music: Music
    /// The state of its download.
    public let download: DownloadState

    /// Without a state, `music.hasDownload` determines it. The row for a web client has no text of the song's server.
    public init(_ music: Music, download: DownloadState? = nil, for audience: ProblemModel.Audience = .user) {
        let download = download ?? (music.hasDownload ? .downloaded : .notDownloaded)
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
    public var rating: Rating? { music.rating }
    /// `waiting`, `45 %`, `failed: the connection failed`; empty if it is not downloaded.
    public var downloadText: String { download == .notDownloaded ? "" : download.text }
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
            row.accessibilityLabel + ", download " + download.spoken
        }
    }

    /// The row without the progress of its download.
    public var row: MusicCellModel {
        var music = music
        music.isDownloaded = isDownloaded || music.isLocal
        return MusicCellModel(music)
    }
}

extension TrackCellModel: MusicRowModel {
    package static let table = makeTable()

    /// The duration or, until the download has ended, its progress in one or two words: `45 %`, `waiting`, `failed`.
    var timeText: String {
        switch download {
        case .notDownloaded, .downloaded: durationText
        case .waiting, .downloading: download.text
        case .failed: download.word
        }
    }
}

extension DownloadState {
    /// A word for programs: `not downloaded`, `waiting`, `downloading`, `downloaded` or `failed`.
    var word: String {
        switch self {
        case .notDownloaded: "not downloaded"
        case .waiting: "waiting"
        case .downloading: "downloading"
        case .downloaded: "downloaded"
        case .failed: "failed"
        }
    }

    /// The word with its details: `45 %`, `failed: the connection failed`.
    var text: String {
        switch self {
        case .downloading: percent.map { "\($0) %" } ?? word
        case .failed(let cause): "\(word): \(cause.clause)"
        case .notDownloaded, .waiting, .downloaded: word
        }
    }

    /// The text for a screen reader, on one line.
    var spoken: String {
        switch self {
        case .downloading: percent.map { "at \($0) percent" } ?? "under way"
        case .notDownloaded, .waiting, .downloaded, .failed: text.onOneLine
        }
    }

    var isUnderWay: Bool { if case .downloading = self { true } else { false } }

    /// The received part, from 0 to 1; nil if the length is unknown.
    var fraction: Double? {
        switch self {
        case .downloading(let fraction?): fraction.isNaN ? nil : min(max(fraction, 0), 1)
        case .downloaded: 1
        case .notDownloaded, .waiting, .failed, .downloading(nil): nil
        }
    }

    /// Rounded down, so that only a complete download is at 100.
    private var percent: Int? { fraction.map { Int($0 * 100 + 1e-9) } }
}
