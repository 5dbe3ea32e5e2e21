/// A song that is stored for offline use or requested.
public struct Download: Equatable, Sendable, Identifiable {
    public var music: Music
    public var state: DownloadState
    /// The number of stored bytes.
    public var received: Int64
    /// The length of the complete file in bytes, or nil if the source did not state it.
    public var length: Int64?
    /// The path of the complete file, or nil until then.
    public var file: String?
    /// SHA-256 of the complete file as 64 hexadecimal digits, or nil until then.
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

/// The state of a download.
public enum DownloadState: Equatable, Sendable {
    case notDownloaded
    /// Requested and not running; the next run starts or resumes it.
    case waiting
    /// Running; the fraction is from 0 to 1, or nil if the length is unknown.
    case downloading(fraction: Double?)
    case downloaded
    case failed(SourceFailureCause)

    /// The state without text from a server or a record, which may contain anything.
    package var withoutForeignText: DownloadState {
        if case .failed(let cause) = self { .failed(cause.withoutForeignText) } else { self }
    }
}

/// An error of the folder of downloads.
public enum DownloadError: Error, Equatable, Sendable {
    /// A file or folder of the downloads cannot be read or written.
    case cannotStore(path: String, StorageFailure)
    /// A file needs more bytes than the disk of its folder has free.
    case noSpace(path: String, needed: Int64, free: Int64)
}
