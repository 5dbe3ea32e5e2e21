/// Exports personal data to documents, without music that the listener may not see.
public struct ExportLibraryUsecase: Sendable {
    private let data: any PersonalDataRepository
    private let annotations: any SubjectAnnotationRepository
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(
        data: any PersonalDataRepository, annotations: any SubjectAnnotationRepository, toDos: any ToDoRepository,
        listener: Listener
    ) {
        self.data = data
        self.annotations = annotations
        self.toDos = toDos
        self.listener = listener
    }

    /// Writes all documents and returns the number of records of each.
    ///
    /// Throws `BackupError`, `ToDoDocumentError` or `LibraryError`. Other files are an error unless `replacing`.
    public func execute(into documents: any ExportDocuments, replacing: Bool) async throws -> [ExportKind: Int] {
        try await documents.prepare(replacing: replacing)
        let filter = listener.filter
        let sources = try await documents.write(sources: data.sources())
        let bookmarks = try await documents.write(bookmarks: data.bookmarks(allowing: filter))
        let ratings = try await documents.write(ratings: data.ratings(allowing: filter))
        let annotations = try await documents.write(annotations: annotations.all(allowing: filter))
        let playlists = try await documents.write(playlists: data.playlists(allowing: filter))
        try await ExportToDosUsecase(toDos: toDos, listener: listener).execute(into: documents.toDos)
        var count = 0
        for section in ToDoSection.allCases { count += try await toDos.count(section, allowing: filter) }
        return [
            .sources: sources, .bookmarks: bookmarks, .ratings: ratings, .annotations: annotations,
            .playlists: playlists, .toDos: count,
        ]
    }
}

/// The documents of an export: one for each kind of personal data.
public protocol ExportDocuments: Sendable {
    var toDos: any ToDoDocument { get }

    /// Prepares for writing the documents.
    ///
    /// Throws `BackupError.cannotWrite`, with `.notEmpty` if other files exist, unless documents may be replaced.
    func prepare(replacing: Bool) async throws

    /// Returns the kinds of existing documents. Throws `BackupError`.
    func existing() async throws -> Set<ExportKind>

    /// Each replaces a document completely or not at all, and returns the number of records.
    ///
    /// They rethrow the errors of the sequence. They throw `BackupError`.
    func write(bookmarks: any AsyncSequence<[ExportedBookmark], any Error> & Sendable) async throws -> Int
    func write(ratings: any AsyncSequence<[ExportedRating], any Error> & Sendable) async throws -> Int
    func write(annotations: [ExportedAnnotations]) async throws -> Int
    func write(playlists: any AsyncSequence<[ExportedPlaylist], any Error> & Sendable) async throws -> Int
    func write(sources: [ExportedSource]) async throws -> Int

    /// Each returns the records of a document in batches. The iterator throws `BackupError`.
    func bookmarks() -> any AsyncSequence<[RecordResult<ExportedBookmark>], any Error> & Sendable
    func ratings() -> any AsyncSequence<[RecordResult<ExportedRating>], any Error> & Sendable
    func annotations() -> any AsyncSequence<[RecordResult<ExportedAnnotations>], any Error> & Sendable
    func playlists() -> any AsyncSequence<[RecordResult<ExportedPlaylist>], any Error> & Sendable
    func sources() -> any AsyncSequence<[RecordResult<ExportedSource>], any Error> & Sendable
}

/// The kinds of personal data, in the order of their import: sources before the records that refer to them.
public enum ExportKind: String, CaseIterable, Hashable, Sendable {
    case sources, bookmarks, ratings
    /// The bookmarks and ratings of albums and artists.
    case annotations = "albumsAndArtists"
    case playlists, toDos
}
