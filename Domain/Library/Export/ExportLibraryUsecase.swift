/// Exports personal data to documents, without music that the listener may not see.
public struct ExportLibraryUsecase: Sendable {
    private let data: any PersonalDataRepository
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(data: any PersonalDataRepository, toDos: any ToDoRepository, listener: Listener) {
        self.data = data
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
        let playlists = try await documents.write(playlists: data.playlists(allowing: filter))
        try await ExportToDosUsecase(toDos: toDos, listener: listener).execute(into: documents.toDos)
        var count = 0
        for section in ToDoSection.allCases { count += try await toDos.count(section, allowing: filter) }
        return [.sources: sources, .bookmarks: bookmarks, .playlists: playlists, .toDos: count]
    }
}
