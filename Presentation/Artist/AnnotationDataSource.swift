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

    /// Changes albums and artists, all or none, and returns the changes once they are durable. Throws `AlbumError` and
    /// `ArtistError`.
    package func edit(_ edit: AnnotationEdit, of subjects: [AnnotatedSubject]) async throws -> [AnnotationChangeModel] {
        zip(subjects, try await annotate.execute(edit, of: subjects)).map { AnnotationChangeModel(edit, of: $0, $1) }
    }
}

extension AnnotatedSubject {
    fileprivate var isAlbum: Bool { if case .album = self { true } else { false } }
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

    /// The message after one change or several: `Rated 3 albums ★★★★☆.`
    package static func text(of changes: [AnnotationChangeModel]) -> String {
        guard let first = changes.first else { return "" }
        let kinds = Set(changes.map(\.subject.isAlbum))
        let noun = kinds.count > 1 ? "row" : kinds.contains(true) ? "album" : "artist"
        return changes.count == 1 ? first.text : text(first.edit, of: CountText(changes.count, noun).text)
    }

    /// The message after the change: `Rated the album “Low” ★★★★☆.`
    package var text: String { Self.text(edit, of: name) }

    private static func text(_ edit: AnnotationEdit, of name: String) -> String {
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
