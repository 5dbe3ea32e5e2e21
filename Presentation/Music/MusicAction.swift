import FermataDomain

/// What a row's more button can do.
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

    /// What can be done about a download: nothing while it is under way, or where there is no audio to get.
    static func actions(for download: DownloadState, of music: Music) -> [MusicAction] {
        let canDownload = music.audioURL != nil
        return switch download {
        case .notDownloaded: canDownload ? [.download] : []
        case .waiting, .failed: canDownload ? [.download, .removeDownload] : [.removeDownload]
        case .downloading: []
        case .downloaded: [.removeDownload]
        }
    }
}
