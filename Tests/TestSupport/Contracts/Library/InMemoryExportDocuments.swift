public import FermataDomain
import Synchronization

/// The documents of an export in memory, for tests.
public final class InMemoryExportDocuments: ExportDocuments {
    private struct Content {
        var bookmarks: [RecordResult<ExportedBookmark>]?
        var ratings: [RecordResult<ExportedRating>]?
        var annotations: [RecordResult<ExportedAnnotations>]?
        var playlists: [RecordResult<ExportedPlaylist>]?
        var sources: [RecordResult<ExportedSource>]?
        var preparations: [Bool] = []
    }

    private let content = Mutex(Content())
    private let toDoDocument: InMemoryToDoDocument?
    private let failure: (any Error)?

    /// `prepare` throws `failure`, if there is one, and batches end with it.
    public init(
        bookmarks: [RecordResult<ExportedBookmark>]? = nil, ratings: [RecordResult<ExportedRating>]? = nil,
        playlists: [RecordResult<ExportedPlaylist>]? = nil, sources: [RecordResult<ExportedSource>]? = nil,
        toDos: InMemoryToDoDocument? = nil,
        failure: (any Error)? = nil
    ) {
        toDoDocument = toDos
        self.failure = failure
        content.withLock { content in
            (content.bookmarks, content.ratings) = (bookmarks, ratings)
            (content.playlists, content.sources) = (playlists, sources)
        }
    }

    /// The `replacing` argument of each call of `prepare`.
    public var preparations: [Bool] { content.withLock(\.preparations) }
    public var toDos: any ToDoDocument { toDoDocument ?? InMemoryToDoDocument() }

    public func prepare(replacing: Bool) async throws {
        content.withLock { $0.preparations.append(replacing) }
        if let failure { throw failure }
    }

    public func existing() async throws -> Set<ExportKind> {
        content.withLock { content in
            var kinds: Set<ExportKind> = []
            if content.bookmarks != nil { kinds.insert(.bookmarks) }
            if content.ratings != nil { kinds.insert(.ratings) }
            if content.annotations != nil { kinds.insert(.annotations) }
            if content.playlists != nil { kinds.insert(.playlists) }
            if content.sources != nil { kinds.insert(.sources) }
            if toDoDocument != nil { kinds.insert(.toDos) }
            return kinds
        }
    }

    public func write(bookmarks: any AsyncSequence<[ExportedBookmark], any Error> & Sendable) async throws -> Int {
        let records = try await bookmarks.joined()
        content.withLock { $0.bookmarks = records.map { .success($0) } }
        return records.count
    }

    public func write(ratings: any AsyncSequence<[ExportedRating], any Error> & Sendable) async throws -> Int {
        let records = try await ratings.joined()
        content.withLock { $0.ratings = records.map { .success($0) } }
        return records.count
    }

    public func write(annotations: [ExportedAnnotations]) async throws -> Int {
        content.withLock { $0.annotations = annotations.map { .success($0) } }
        return annotations.count
    }

    public func write(playlists: any AsyncSequence<[ExportedPlaylist], any Error> & Sendable) async throws -> Int {
        let records = try await playlists.joined()
        content.withLock { $0.playlists = records.map { .success($0) } }
        return records.count
    }

    public func write(sources: [ExportedSource]) async throws -> Int {
        content.withLock { $0.sources = sources.map { .success($0) } }
        return sources.count
    }

    public func bookmarks() -> any AsyncSequence<[RecordResult<ExportedBookmark>], any Error> & Sendable {
        batches(content.withLock(\.bookmarks))
    }

    public func ratings() -> any AsyncSequence<[RecordResult<ExportedRating>], any Error> & Sendable {
        batches(content.withLock(\.ratings))
    }

    public func annotations() -> any AsyncSequence<[RecordResult<ExportedAnnotations>], any Error> & Sendable {
        batches(content.withLock(\.annotations))
    }

    public func playlists() -> any AsyncSequence<[RecordResult<ExportedPlaylist>], any Error> & Sendable {
        batches(content.withLock(\.playlists))
    }

    public func sources() -> any AsyncSequence<[RecordResult<ExportedSource>], any Error> & Sendable {
        batches(content.withLock(\.sources))
    }

    private func batches<Record: Sendable>(
        _ records: [RecordResult<Record>]?
    ) -> any AsyncSequence<[RecordResult<Record>], any Error> & Sendable {
        TaskSequence<[RecordResult<Record>]>.oneAhead { [failure] send in
            try await send(records ?? [])
            if let failure { throw failure }
        }
    }
}
