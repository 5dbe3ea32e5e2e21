/// A piece of music that is kept for offline use, or is on its way.
public struct Download: Equatable, Sendable, Identifiable {
    public var music: Music
    public var state: DownloadState
    /// How many bytes are there.
    public var received: Int64
    /// How many bytes there will be; nil where the source has not said.
    public var length: Int64?
    /// The path of the whole file; nil until it is there.
    public var file: String?
    /// SHA-256 of the whole file, as 64 hexadecimal digits; nil until it is there.
    public var digest: String?

    public var id: MusicID { music.id }

    public init(
        music: Music, state: DownloadState, received: Int64 = 0, length: Int64? = nil, file: String? = nil,
        digest: String? = nil
    ) {
        self.music = music
        self.state = state
        self.received = received
        self.length = length
        self.file = file
        self.digest = digest
    }
}

/// How far a download has come.
public enum DownloadState: Equatable, Sendable {
    case notDownloaded
    /// Asked for, and not begun or broken off: the next run goes on with it.
    case waiting
    /// Under way; the fraction is from 0 to 1, and nil where the source has not said how much there is.
    case downloading(fraction: Double?)
    case downloaded
    case failed(SourceFailureCause)
}
