public import Foundation

/// An album or an artist, which a person can bookmark and rate besides songs. `==` compares the spellings of names, too.
public enum AnnotatedSubject: Equatable, Sendable {
    case album(AlbumID, name: String, artist: String)
    /// Names that compare equal are one artist; see `ArtistName`.
    case artist(String)

    /// Identifies the album, or the artist by the name; two subjects with equal ids are the same. Lacks the top bit, as
    /// the ids of songs do, so that a column stores it as a positive number.
    package var id: UInt64 {
        switch self {
        case .album(let id, _, _): return id.value
        case .artist(let name):
            var hash = NameHash()
            hash.add(ArtistName(name))
            return MusicID(hash.value).value
        }
    }
}

/// What a person has set on an album or an artist.
public struct SubjectAnnotations: Hashable, Sendable {
    public var isBookmarked: Bool
    public var rating: Rating?
    /// When a person set the bookmark; nil if that is unknown or was not read, see `BookmarkTimeRepository`.
    public var bookmarked: Date?

    public init(isBookmarked: Bool = false, rating: Rating? = nil, bookmarked: Date? = nil) {
        (self.isBookmarked, self.rating, self.bookmarked) = (isBookmarked, rating, bookmarked)
    }

    /// Sets what is missing, and returns whether that changed anything.
    package mutating func add(_ other: SubjectAnnotations) -> Bool {
        let before = self
        if !isBookmarked, other.isBookmarked { (isBookmarked, bookmarked) = (true, other.bookmarked) }
        rating = rating ?? other.rating
        return self != before
    }
}

/// A change of the bookmark or the rating of albums or artists.
public enum AnnotationEdit: Equatable, Sendable {
    case bookmark(Bool)
    /// Nil removes the rating.
    case rate(Rating?)

    /// Makes the change; `time` is that of a new bookmark.
    package func apply(to annotations: inout SubjectAnnotations, at time: Date? = nil) {
        switch self {
        case .bookmark(let isBookmarked):
            guard isBookmarked != annotations.isBookmarked else { return }
            (annotations.isBookmarked, annotations.bookmarked) = (isBookmarked, isBookmarked ? time : nil)
        case .rate(let rating): annotations.rating = rating
        }
    }

    /// The edit of the same kind that sets the value of these annotations.
    package func setting(_ annotations: SubjectAnnotations) -> AnnotationEdit {
        switch self {
        case .bookmark: .bookmark(annotations.isBookmarked)
        case .rate: .rate(annotations.rating)
        }
    }
}

/// The bookmarks and ratings of albums and artists.
///
/// They stay when songs leave the library, and are shown again when these return. While the name of an album gains or
/// loses releases, its annotations follow it; see `Album.annotationIDs`.
public protocol SubjectAnnotationRepository: Sendable {
    /// Changes annotations, all or none, and returns when this is durable.
    ///
    /// Stores one undoable change of the subjects that differ after it.
    func edit(_ subjects: [AnnotatedSubject], _ edit: AnnotationEdit) async throws

    /// Returns the annotations of subjects, in their order, without times.
    func annotations(of subjects: [AnnotatedSubject]) async throws -> [SubjectAnnotations]

    /// Returns all annotated albums and artists, with the times of bookmarks, by the name of the artist, then of the
    /// album.
    ///
    /// A restricting filter excludes those without music that it allows.
    func all(allowing filter: ExplicitFilter) async throws -> [ExportedAnnotations]
}

/// The annotations of an album or artist, as an export stores them.
public struct ExportedAnnotations: Equatable, Sendable {
    public var subject: AnnotatedSubject
    public var annotations: SubjectAnnotations

    public init(_ annotations: SubjectAnnotations, of subject: AnnotatedSubject) {
        (self.subject, self.annotations) = (subject, annotations)
    }

    /// Whether it precedes another one by artist, then album; an artist precedes the albums.
    package func precedes(_ other: ExportedAnnotations) -> Bool { names < other.names }

    private var names: (artist: ArtistName, isAlbum: Int, album: ArtistName, id: UInt64) {
        switch subject {
        case .album(let id, let name, let artist): (ArtistName(artist), 1, ArtistName(name), id.value)
        case .artist(let name): (ArtistName(name), 0, ArtistName(""), 0)
        }
    }
}
