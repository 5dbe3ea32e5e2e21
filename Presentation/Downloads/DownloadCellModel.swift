public import FermataDomain

/// A row of the list of downloads.
public struct DownloadCellModel: Equatable, Sendable, Identifiable {
    let download: Download

    /// The row for a web client has neither the folder of its file nor text of the song's server.
    public init(_ download: Download, for audience: ProblemModel.Audience) {
        self.download = audience == .webClient ? download.forWebClients : download
    }

    public var id: MusicID { download.id }
    public var shortID: String { download.id.short }
    public var title: String { download.music.title }
    public var artist: String { download.music.artist }
    /// `waiting`, `downloading`, `downloaded`, `failed` or `not downloaded`.
    public var state: String { DownloadStateText(download.state).word }
    /// The state with its details: `45 %`, `failed: the connection failed`.
    public var stateText: String { DownloadStateText(download.state).text }
    public var isProblem: Bool { if case .failed = download.state { true } else { false } }
    /// Why the download failed: `the connection failed`; nil unless it failed.
    public var reason: String? {
        if case .failed(let cause) = download.state { SourceFailureText(cause).text } else { nil }
    }
    /// Why the download failed, in full, as a sentence; nil unless it failed.
    public var failureText: String? { reason.map { "Cannot download \(name): \($0)." } }
    public var isUnderWay: Bool { DownloadStateText(download.state).isUnderWay }
    /// The received part, from 0 to 1; nil if the length is unknown.
    public var fraction: Double? { DownloadStateText(download.state).fraction }
    /// The actions of the row’s more button.
    public var actions: [MusicAction] { MusicAction.actions(for: download.state, of: download.music) }
    /// The number of received bytes.
    public var received: Int64 { download.received }
    /// The received and the expected bytes: `3.2 of 7.1 MB`; empty if both are unknown.
    public var sizeText: String { AmountText(download.received, of: download.length).text }

    /// `3.2 of 7.1 MB, 45 %, 1.2 MB a second`; without the speed if it is unknown.
    public func progressText(bytesPerSecond: Double?) -> String {
        let speed = bytesPerSecond.flatMap { Int64(exactly: $0.rounded()) }.map { ByteText($0).text + " a second" }
        return [sizeText, stateText, speed ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The row in one line while the download runs.
    ///
    /// `Perfect by Ed Sheeran: 3.2 of 7.1 MB, 45 %, 1.2 MB a second`.
    public func progressLine(bytesPerSecond: Double?) -> String {
        name + ": " + progressText(bytesPerSecond: bytesPerSecond)
    }

    private var name: String {
        let artist = artist.onOneLine
        return title.onOneLine + (artist.isEmpty ? "" : " by " + artist)
    }

    /// The row as one sentence for a screen reader, without unknown values.
    public var accessibilityLabel: String {
        let parts = [name, DownloadStateText(download.state).spoken, sizeText]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Download {
    fileprivate var forWebClients: Download {
        var download = self
        download.state = state.withoutForeignText
        download.file = file.flatMap { $0.split(separator: "/").last.map(String.init) }
        return download
    }
}
