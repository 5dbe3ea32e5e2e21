public import FermataDomain

/// A row of the list of downloads.
public struct DownloadCellModel: Equatable, Sendable, Identifiable {
    let download: Download

    public init(_ download: Download) {
        self.download = download
    }

    /// The same for somebody who is not to know where the files are: of its file, the name alone.
    public var withoutFolder: DownloadCellModel {
        var download = download
        download.file = download.file.flatMap { $0.split(separator: "/").last.map(String.init) }
        return DownloadCellModel(download)
    }

    public var id: MusicID { download.id }
    public var shortID: String { download.id.short }
    public var title: String { download.music.title }
    public var artist: String { download.music.artist }
    /// `waiting`, `downloading`, `downloaded`, `failed` or `not downloaded`.
    public var state: String { DownloadStateText(download.state).word }
    /// The state, or what tells more of it: `45 %`, `failed: not found`.
    public var stateText: String { DownloadStateText(download.state).text }
    public var isProblem: Bool { if case .failed = download.state { true } else { false } }
    /// Why the download failed, in full, as a sentence; nil unless it failed.
    public var failureText: String? {
        guard case .failed(let cause) = download.state else { return nil }
        return "Cannot download \(name): \(SourceFailureText(cause).text)."
    }
    public var isUnderWay: Bool { DownloadStateText(download.state).isUnderWay }
    /// How much of it is there, from 0 to 1; nil where that is not known.
    public var fraction: Double? { DownloadStateText(download.state).fraction }
    /// What the row’s more button offers.
    public var actions: [MusicAction] { MusicAction.actions(for: download.state, of: download.music) }
    /// How many bytes are there.
    public var received: Int64 { download.received }
    /// How many bytes are there and how many there will be: `3.2 of 7.1 MB`; empty where nothing is known.
    public var sizeText: String { AmountText(download.received, of: download.length).text }

    /// `3.2 of 7.1 MB, 45 %, 1.2 MB a second`; the pace is left out where it is not known.
    public func progressText(bytesPerSecond: Double?) -> String {
        let pace = bytesPerSecond.flatMap { Int64(exactly: $0.rounded()) }.map { ByteText($0).text + " a second" }
        return [sizeText, stateText, pace ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The row in one line while it is under way.
    ///
    /// `Perfect by Ed Sheeran: 3.2 of 7.1 MB, 45 %, 1.2 MB a second`.
    public func progressLine(bytesPerSecond: Double?) -> String {
        name + ": " + progressText(bytesPerSecond: bytesPerSecond)
    }

    private var name: String {
        let artist = artist.onOneLine
        return title.onOneLine + (artist.isEmpty ? "" : " by " + artist)
    }

    /// The row read as one sentence; what is not there is left out.
    public var accessibilityLabel: String {
        let parts = [name, DownloadStateText(download.state).spoken, sizeText]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
