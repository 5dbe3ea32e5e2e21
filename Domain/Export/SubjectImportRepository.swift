/// The bookmarks and ratings of albums and artists, to which an import adds others.
public protocol SubjectImportRepository: SubjectAnnotationRepository {
    /// Sets what albums and artists lack, all or none, and returns the result of each: added or existing. New bookmarks
    /// have the times that these state.
    ///
    /// One without music that the filter allows counts as added, so that the result does not reveal it.
    func add(
        _ annotations: [ExportedAnnotations], allowing filter: ExplicitFilter
    ) async throws -> [ImportResult]
}
