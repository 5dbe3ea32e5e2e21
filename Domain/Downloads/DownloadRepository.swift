/// The music that is stored for offline use.
///
/// A file gets its final name only when it is complete. Several programs may share a folder.
/// Throws `LibraryError`, or `DownloadError` if the folder cannot be used.
public protocol DownloadRepository: Sendable {
    /// Returns downloads in every state of music that the filter allows, in the title order of music.
    func downloads(allowing filter: ExplicitFilter, window: Window) async throws -> [Download]

    /// Returns the number of downloads in every state of music that the filter allows.
    func count(allowing filter: ExplicitFilter) async throws -> Int

    /// Returns the number of downloads of a group, with the same meaning of the filter as in `remove`.
    func count(of group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int

    /// Returns the states of those songs that are requested, downloaded or failed.
    func states(of music: [MusicID]) async throws -> [MusicID: DownloadState]

    /// Emits each change that this program makes to a download, from now on, until the consumer stops.
    func changes() -> AsyncStream<Download>

    /// Stores requests for music; downloads that are already stored stay as they are.
    func request(_ music: [MusicID]) async throws

    /// Returns the ids of requested music that is missing, failed or not, in the order requested.
    func pending() async throws -> [MusicID]

    /// Begins or resumes a download; waits while another program downloads the same song.
    func begin(_ music: Music) async throws -> DownloadStart

    /// Removes downloads with their complete or partial files. Does nothing for music without a download.
    ///
    /// Removes the others, too, if a file cannot be removed, and then throws `DownloadError`.
    func remove(_ music: [MusicID]) async throws

    /// Removes the downloads of a group whose music the filter allows, with their files, and returns their number.
    ///
    /// Removes those of music that the library does not contain only if the filter allows all music.
    func remove(_ group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int

    /// Repairs every difference between the folder and the library, and returns the issues.
    func check() async throws -> [DownloadIssue]
}

/// Downloads that can be counted and removed at once.
public enum DownloadGroup: Sendable {
    case failed
    /// Downloads in every state of music that the library does not contain any more.
    case ofRemovedMusic
}

/// How a download begins.
public enum DownloadStart: Sendable {
    /// The file is already stored.
    case existing(Download)
    case started(any DownloadFile)
}

/// A file that is being downloaded. Exactly one of `finish`, `fail` and `release` ends it.
public protocol DownloadFile: AudioSink {
    /// Verifies the bytes and gives the file its final name; the file is complete and durable when this returns.
    ///
    /// Throws `SourceFailure` of the kind `.badData` and discards the bytes if they differ from the source's statement.
    func finish() async throws -> Download

    /// Stores why the download failed. Keeps the bytes if they can be resumed.
    func fail(_ cause: SourceFailureCause) async throws -> Download

    /// Ends the download without a result: it stays requested, and its bytes stay stored.
    func release() async throws
}

/// A difference between the folder of downloads and the library, and its repair.
public struct DownloadIssue: Equatable, Sendable {
    /// The kind of difference.
    public enum Kind: Equatable, Sendable, CaseIterable {
        /// The file does not exist: the download counts as missing.
        case missing
        /// The file differs from the downloaded one: it is renamed, and the download counts as missing.
        case changed
        /// A complete file unknown to the library: it counts as downloaded.
        case unknown
        /// A partial file that no download resumes: it is removed.
        case abandoned
    }

    public var kind: Kind
    /// The name of the file within its folder.
    public var file: String
    public var music: MusicID

    public init(_ kind: Kind, file: String, music: MusicID) {
        self.kind = kind
        self.file = file
        self.music = music
    }
}
