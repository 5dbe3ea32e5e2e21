import FermataDomain

/// An action of a row's more button.
public enum MusicAction: Equatable, Sendable, CaseIterable {
    case bookmark, removeBookmark
    case download, removeDownload

    public var title: String {
        switch self {
        case .bookmark: "Bookmark"
        case .removeBookmark: "Remove bookmark"
        case .download: "Download"
        case .removeDownload: "Remove download"
        }
    }

    /// The actions for a download: none while it runs, and no download without audio.
    static func actions(for download: DownloadState, of music: Music) -> [MusicAction] {
        let canDownload = music.audioURL != nil && !music.isLocal
        return switch download {
        case .notDownloaded: canDownload ? [.download] : []
        case .waiting, .failed: canDownload ? [.download, .removeDownload] : [.removeDownload]
        case .downloading: []
        case .downloaded: music.isLocal ? [] : [.removeDownload]
        }
    }
}
