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
    ///
    /// If a later change to another value has replaced it meanwhile, the present value waits again, even if another
    /// program has sent it: the source may have received the two in the other order.
    func remove(_ change: SubjectChange) async throws
}

/// A source that stores bookmarks and ratings of albums and artists.
public protocol RemoteSubjectRepository: Sendable {
    /// Makes a change; an album or artist that the source does not have is no error. Throws `SourceFailure`, or
    /// `CancellationError` if the task was cancelled.
    func send(_ change: SubjectChange) async throws
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
