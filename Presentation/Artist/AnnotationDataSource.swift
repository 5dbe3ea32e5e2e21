public import FermataDomain

/// Bookmarks and rates albums and artists.
public struct AnnotationDataSource: Sendable {
    private let annotate: AnnotateSubjectsUsecase

    public init(annotate: AnnotateSubjectsUsecase) {
        self.annotate = annotate
    }

    /// Returns the changed rows of albums once this is durable. Throws `AlbumError` before any change.
    public func edit(_ edit: AnnotationEdit, ofAlbums ids: [AlbumID]) async throws -> [AlbumCellModel] {
        try await annotate.execute(edit, ofAlbums: ids).map { AlbumCellModel($0) }
    }

    /// Returns the changed rows of artists once this is durable. Throws `ArtistError` before any change.
    public func edit(_ edit: AnnotationEdit, ofArtists names: [String]) async throws -> [ListedArtistCellModel] {
        try await annotate.execute(edit, ofArtists: names).map { ListedArtistCellModel($0) }
    }

    /// Returns the row of the artist with exactly this name. Throws `ArtistError.notFound`.
    public func artist(_ name: String) async throws -> ListedArtistCellModel {
        ListedArtistCellModel(try await annotate.artist(name))
    }

    /// Changes an album or artist and returns the change once it is durable. Throws `AlbumError` and `ArtistError`.
    package func edit(_ edit: AnnotationEdit, of subject: AnnotatedSubject) async throws -> AnnotationChangeModel {
        let annotations: SubjectAnnotations? =
            switch subject {
            case .album(let id, _, _): try await self.edit(edit, ofAlbums: [id]).first?.annotations
            case .artist(let name): try await self.edit(edit, ofArtists: [name]).first?.annotations
            }
        return AnnotationChangeModel(edit, of: subject, annotations ?? SubjectAnnotations())
    }
}

/// A changed bookmark or rating of an album or artist.
package struct AnnotationChangeModel: Equatable, Sendable {
    package let subject: AnnotatedSubject
    /// What is set on the subject after the change.
    package let annotations: SubjectAnnotations
    private let edit: AnnotationEdit

    package init(_ edit: AnnotationEdit, of subject: AnnotatedSubject, _ annotations: SubjectAnnotations) {
        (self.edit, self.subject, self.annotations) = (edit, subject, annotations)
    }

    /// The message after the change: `Rated the album “Low” ★★★★☆.`
    package var text: String {
        switch edit {
        case .bookmark(true): "Bookmarked \(name)."
        case .bookmark(false): "Removed the bookmark of \(name)."
        case .rate(let rating?): "Rated \(name) \(rating.stars)."
        case .rate(nil): "Removed the rating of \(name)."
        }
    }

    private var name: String {
        switch subject {
        case .album(_, let name, _): "the album “\(name)”"
        case .artist(let name): "the artist “\(name)”"
        }
    }
}
