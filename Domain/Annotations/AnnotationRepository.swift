/// The changes of annotations of one kind that wait for the sources that store them.
///
/// A change waits from the transaction that changes the annotation until the source has accepted it. It replaces an
/// earlier change of the same song. The library considers it verified once the source shows it.
public protocol AnnotationRepository<Value>: Sendable {
    associatedtype Value: Annotation

    /// Returns the sources for which changes wait, in the order they were added.
    func waiting() async throws -> [WaitingChanges]

    /// Returns the next changes that wait for a source, in the order they were made, and marks them as being delivered.
    ///
    /// `last` is the last change of the previous call. Throws `SourceError.notFound`.
    func beginDelivery(
        to source: String, after last: AnnotationChange<Value>?, limit: Int
    ) async throws -> [AnnotationChange<Value>]

    /// Stores the outcome of a delivery. Delivered changes stop waiting unless their annotations have changed meanwhile.
    ///
    /// The source may have received a delivered or failed change after a later one. So the annotation waits again if it
    /// differs from that change, and a later change that still waits is not cancelled by a change back.
    func endDelivery(_ delivery: AnnotationDelivery<Value>, to source: String) async throws

    /// Returns a number that differs after each delivery to a source and after each of its reads.
    ///
    /// Throws `SourceError.notFound`.
    func revision(of source: String) async throws -> Int
}

/// The changes of bookmarks that wait for the sources that store stars.
public protocol StarRepository: AnnotationRepository<Bool> {
    /// Applies the keys of all starred songs of a source, which were requested at a revision, and returns how many
    /// bookmarks were added and removed.
    ///
    /// Each song makes the transition `StarState.read`. Returns nil, and changes nothing, if the revision has changed.
    /// Throws `SourceError.notFound`.
    func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary?
}

/// The changes of ratings that wait for the sources that store ratings.
///
/// A sync of songs applies the ratings that their records state.
public protocol RatingRepository: AnnotationRepository<Rating?> {
    /// Applies the ratings of some songs of a source by their keys, which were requested at a revision.
    ///
    /// Each song makes the transition `RatingState.read`. Returns false, and changes nothing, if the revision has
    /// changed. Throws `SourceError.notFound`.
    func apply(_ ratings: [String: Rating?], of source: String, at revision: Int) async throws -> Bool
}

/// A change of an annotation that waits for a source.
public struct AnnotationChange<Value: Annotation>: Equatable, Sendable {
    /// The song's record of this source.
    public var record: MusicID
    /// The song's identity within the source.
    public var key: String
    /// What the source shall have.
    public var value: Value
    /// The position in the order of changes; songs that were changed at once share it.
    public var number: Int

    public init(record: MusicID, key: String, _ value: Value, number: Int) {
        self.record = record
        self.key = key
        self.value = value
        self.number = number
    }
}

public typealias StarChange = AnnotationChange<Bool>
public typealias RatingChange = AnnotationChange<Rating?>

/// The outcome of sending changes to a source.
public struct AnnotationDelivery<Value: Annotation>: Equatable, Sendable {
    /// The changes that the source has accepted.
    public var delivered: [AnnotationChange<Value>] = []
    /// The changes that the source may or may not have received.
    public var failed: [AnnotationChange<Value>] = []
    /// The keys of songs that the source no longer has.
    public var missing: Set<String> = []

    public init() {}
}

public typealias StarDelivery = AnnotationDelivery<Bool>
public typealias RatingDelivery = AnnotationDelivery<Rating?>

/// A source that stores stars, its own form of bookmarks.
public protocol RemoteStarRepository: Sendable {
    /// Returns the keys of all starred songs. Throws `SourceFailure`, or `CancellationError` if the task was cancelled.
    func starredKeys() async throws -> Set<String>

    /// Stars or unstars songs by their keys, in order; starring a starred song succeeds.
    ///
    /// Any number of keys is allowed. Returns the keys of songs that the source no longer has. Throws `SourceFailure`,
    /// or `CancellationError` if the task was cancelled; the songs before the failed request are then changed.
    func setStar(_ isStarred: Bool, of keys: [String]) async throws -> Set<String>
}

/// A source that stores ratings; the records of its songs state them.
public protocol RemoteRatingRepository: Sendable {
    /// Returns the ratings of songs by their keys; songs that the source no longer has, or does not send, are omitted.
    ///
    /// Any number of keys is allowed. Throws `SourceFailure`, or `CancellationError` if the task was cancelled.
    func ratings(of keys: [String]) async throws -> [String: Rating?]

    /// Rates songs by their keys, in order, or removes their ratings; repeating a rating succeeds.
    ///
    /// Any number of keys is allowed. Returns the keys of songs that the source no longer has or cannot rate. Throws
    /// `SourceFailure`, or `CancellationError` if the task was cancelled; the songs before the failed request are then
    /// changed.
    func setRating(_ rating: Rating?, of keys: [String]) async throws -> Set<String>
}
