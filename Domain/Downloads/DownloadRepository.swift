/// The music that is kept for offline use.
///
/// A file stands under its final name only when it is whole. Two programs may use one folder at once.
/// Throws `LibraryError`, `DownloadError` for what is wrong with the folder.
public protocol DownloadRepository: Sendable {
    /// Downloads of music that the filter allows, whatever their state: by title, as a list of music.
    func downloads(allowing filter: ExplicitFilter, window: Window) async throws -> [Download]

    /// How many downloads there are of music that the filter allows, whatever their state.
    func count(allowing filter: ExplicitFilter) async throws -> Int

    /// The state of each of these that is wanted, downloaded or failed.
    func states(of music: [MusicID]) async throws -> [MusicID: DownloadState]

    /// Each change that this program makes to a download, from now on, until the consumer stops.
    func changes() -> AsyncStream<Download>

    /// Notes what is wanted, so that it is not forgotten; what is there already stays as it is.
    func want(_ music: [MusicID]) async throws

    /// The ids of what was asked for and is not there, failed or not, in the order of asking.
    func wanted() async throws -> [MusicID]

    /// Begins or goes on with a download; waits while another program is at it.
    func begin(_ music: Music) async throws -> DownloadBeginning

    /// Removes the file or part of a download, and forgets it. Does nothing where there is none.
    func remove(_ music: MusicID) async throws

    /// Finds where folder and library do not agree, mends it, and answers what was found.
    func check() async throws -> [DownloadIssue]
}

/// How a download begins.
public enum DownloadBeginning: Sendable {
    /// It is there already.
    case finished(Download)
    case file(any DownloadFile)
}

/// A file that is being downloaded. Exactly one of `finish`, `fail` and `release` ends it.
public protocol DownloadFile: AudioSink {
    /// Verifies what was taken in and gives it its name; whole and durable when this returns.
    ///
    /// Throws `SourceFailure.badData`, and throws the bytes away, where they are not what the source promised.
    func finish() async throws -> Download

    /// Notes why it failed. What was taken in stays where it can be gone on with.
    func fail(_ cause: SourceFailureCause) async throws -> Download

    /// Leaves it for later: it is wanted still, and what was taken in stays.
    func release() async throws
}

/// Where folder and library did not agree, and what was done about it.
public struct DownloadIssue: Equatable, Sendable {
    public enum Kind: Equatable, Sendable, CaseIterable {
        /// The file is gone: it counts as not downloaded.
        case missing
        /// The file is not what was downloaded: it is kept under another name, and counts as not downloaded.
        case changed
        /// A whole file that the library did not know: it counts as downloaded.
        case unknown
        /// A part that nobody goes on with: it is removed.
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
