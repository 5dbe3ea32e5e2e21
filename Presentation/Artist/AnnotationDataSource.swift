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
}
