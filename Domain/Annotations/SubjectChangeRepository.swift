/// The changes of bookmarks and ratings of albums and artists that wait for the sources of their songs.
///
/// The transaction that makes a change also adds it here, once for each source that stores stars and provides a song of
/// the album or artist. It replaces an earlier change of the same bookmark or rating.
public protocol SubjectChangeRepository: Sendable {
    /// Returns the sources for which changes wait, in the order they were added.
    func waiting() async throws -> [WaitingChanges]

    /// Returns the next changes that wait for a source, in the order they were made, with greater numbers than `number`.
    ///
    /// Returns none for an unknown source.
    func changes(of source: String, after number: Int, limit: Int) async throws -> [SubjectChange]

    /// Removes a change that the source has received.
    func remove(_ change: SubjectChange) async throws

    /// Returns a number that differs after each change of an annotation and after each delivery to a source.
    func revision(of source: String) async throws -> Int

    /// Applies all starred albums and artists of a source, which were requested at a revision, and returns how many
    /// bookmarks were added and removed.
    ///
    /// Each album and artist makes the transition `AnnotationState.read`: a star is a bookmark, a removed star removes it,
    /// and a waiting change overrides both. Names without songs of the source in the library are ignored, and so is an
    /// album whose name has several releases if none is stated. Returns nil, and changes nothing, if the revision has
    /// changed. Throws `SourceError.notFound`.
    func apply(_ starred: [StarredSubject], of source: String, at revision: Int) async throws -> SyncSummary?
}

/// A source that stores bookmarks and ratings of albums and artists.
public protocol RemoteSubjectRepository: Sendable {
    /// Makes a change; an album or artist that the source does not have is no error. Throws `SourceFailure`, or
    /// `CancellationError` if the task was cancelled.
    func send(_ change: SubjectChange) async throws

    /// Returns all starred albums and artists. Throws `SourceFailure`, or `CancellationError` if the task was cancelled.
    func starredSubjects() async throws -> [StarredSubject]
}

/// An album or artist with a star, as a source describes it.
public struct StarredSubject: Equatable, Sendable {
    public enum Name: Equatable, Sendable {
        /// The source may state the album's artist in several ways. The release distinguishes albums of one name.
        case album(String, artists: [String], release: MusicBrainzID? = nil)
        case artist(String)
    }

    public var name: Name
    /// Nil if it has none, or if the source does not state ratings.
    public var rating: Rating?

    public init(_ name: Name, rating: Rating? = nil) {
        (self.name, self.rating) = (name, rating)
    }
}

/// A change of the bookmark or rating of an album or artist that waits for a source.
public struct SubjectChange: Equatable, Sendable {
    public var subject: AnnotatedSubject
    public var edit: AnnotationEdit
    /// A song of the album or artist: its identity within the source.
    public var key: String
    /// The position in the order of changes.
    public var number: Int

    public init(_ edit: AnnotationEdit, of subject: AnnotatedSubject, key: String, number: Int) {
        (self.edit, self.subject, self.key, self.number) = (edit, subject, key, number)
    }
}
