/// The bookmarks and ratings of albums and artists, as exports and imports use them.
public protocol SubjectExportRepository: Sendable {
    /// Returns all annotated albums and artists by the name of the artist, then of the album.
    ///
    /// A restricting filter excludes those without music that it allows.
    func all(allowing filter: ExplicitFilter) async throws -> [ExportedAnnotations]

    /// Sets what albums and artists lack, all or none, and returns the result of each: added or existing.
    ///
    /// One without music that the filter allows counts as added, so that the result does not reveal it.
    func add(
        _ annotations: [ExportedAnnotations], allowing filter: ExplicitFilter
    ) async throws -> [ImportResult]
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
