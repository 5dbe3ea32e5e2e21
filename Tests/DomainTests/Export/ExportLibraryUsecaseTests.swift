import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Exporting and importing personal data")
struct ExportLibraryUsecaseTests {
    private let toDos = InMemoryToDoRepository()
    private let annotations = InMemorySubjectAnnotationRepository()
    private let data = PersonalDataRepositoryStub(
        bookmarks: (1...20).map { ExportedBookmark(id: MusicID($0), title: "Song \($0)", bookmarked: .distantPast) },
        ratings: (1...5).map { ExportedRating(.four, of: ExportedSong(id: MusicID($0))) },
        playlists: (1...12).map { ExportedPlaylist(id: PlaylistID($0), name: "\($0)", source: "radio", entries: []) }
            + [
                ExportedPlaylist(
                    Playlist(
                        id: PlaylistID(13), name: "Mix", origin: .own, isShared: true, comment: "for the road",
                        created: .distantPast, changed: .distantFuture))
            ],
        sources: [ExportedSource(Source(name: "radio", kind: "test", address: "test:radio", added: .distantPast))])

    @Test("an import of an export restores everything, and a second one changes nothing")
    func importRestoresExport() async throws {
        try await toDos.add(titles: ["one", "two"])
        try await annotations.edit([.artist("Low"), .album(AlbumID(1), name: "Trust", artist: "Low")], .rate(.four))
        try await annotations.edit([.artist("Low")], .bookmark(true))
        let documents = InMemoryExportDocuments(toDos: InMemoryToDoDocument())
        let counts = try await ExportLibraryUsecase(
            data: data, annotations: annotations, toDos: toDos, listener: .anyone
        ).execute(into: documents, replacing: true)
        #expect(counts == [.sources: 1, .bookmarks: 20, .ratings: 5, .annotations: 2, .playlists: 13, .toDos: 2])
        #expect(documents.preparations == [true])
        let restored = PersonalDataRepositoryStub()
        let restoredAnnotations = InMemorySubjectAnnotationRepository()
        let usecase = importing(into: restored, restoredAnnotations, InMemoryToDoRepository())
        let first = try await usecase.execute(documents)
        #expect(first.map(\.kind) == [.sources, .bookmarks, .ratings, .annotations, .playlists, .toDos])
        #expect(first.map(\.added) == [1, 0, 0, 2, 13, 2] && first.map(\.unmatched) == [0, 20, 5, 0, 0, 0])
        #expect(try await usecase.execute(documents).map(\.existing) == [1, 20, 5, 2, 13, 2])
        #expect(try await restoredAnnotations.all(allowing: .all) == annotations.all(allowing: .all))
        #expect(try await restored.bookmarks(allowing: .all).joined() == data.bookmarks(allowing: .all).joined())
        #expect(try await restored.ratings(allowing: .all).joined() == data.ratings(allowing: .all).joined())
        #expect(try await restored.playlists(allowing: .all).joined() == data.playlists(allowing: .all).joined())
        #expect(try await restored.sources() == data.sources())
    }

    @Test("writes nothing that a young listener may not see")
    func excludesRestrictedMusic() async throws {
        let documents = InMemoryExportDocuments(toDos: InMemoryToDoDocument())
        _ = try await ExportLibraryUsecase(
            data: data, annotations: annotations, toDos: toDos, listener: Listener(age: 12)
        ).execute(into: documents, replacing: false)
        #expect(data.filters == [.notExplicit, .notExplicit, .notExplicit])
        #expect(documents.preparations == [false])
    }

    @Test("writes nothing if the documents cannot be prepared")
    func rethrowsPreparation() async throws {
        let error = BackupError.cannotWrite(path: "folder", .notEmpty)
        let documents = InMemoryExportDocuments(failure: error)
        await #expect(throws: error) {
            try await ExportLibraryUsecase(
                data: data, annotations: annotations, toDos: toDos, listener: .anyone
            ).execute(into: documents, replacing: false)
        }
        #expect(try await documents.existing().isEmpty)
    }

    @Test("counts invalid records by position, and sources that cannot be used")
    func countsRejectedRecords() async throws {
        let source = { (name: String, kind: String) in
            RecordResult<ExportedSource>.success(
                ExportedSource(Source(name: name, kind: kind, address: "test:\(name)", added: .distantPast)))
        }
        let documents = InMemoryExportDocuments(
            bookmarks: [
                .failure(RejectedRecord(position: 1, .notAnObject)), .success(ExportedBookmark(id: MusicID(1))),
            ],
            sources: [source("a", "test"), source("b", "tape"), source("c,d", "test")])
        let summaries = try await importing(prepare: {
            if $0.kind != "test" { throw SourceError.unknownKind($0.kind, known: ["test"]) }
            return $0
        }).execute(documents)
        #expect(summaries.map(\.kind) == [.sources, .bookmarks] && summaries.map(\.rejectedCount) == [2, 1])
        #expect(summaries[0].added == 1 && summaries[1].unmatched == 1)
        #expect(summaries[0].rejected.map(\.position) == [2, 3])
        #expect(summaries[0].rejected.first?.cause == .source(.unknownKind("tape", known: ["test"])))
        #expect(summaries[1].rejected == [.init(position: 1, .record(.notAnObject))])
    }

    @Test("a program that the library does not have is rejected, and an existing one is not")
    func rejectsNewPrograms() async throws {
        let programs = ["list", "other"].map { name in
            ExportedSource(
                Source(name: name, kind: "command", address: name, added: .distantPast, traits: .runsProgram))
        }
        let documents = InMemoryExportDocuments(sources: programs.map { .success($0) })
        let summaries = try await importing(into: PersonalDataRepositoryStub(sources: [programs[0]]))
            .execute(documents)
        #expect(summaries.map(\.existing) == [1] && summaries.map(\.added) == [0])
        #expect(summaries.first?.rejected == [.init(position: 2, .source(.runsProgram(kind: "command")))])
    }

    @Test("reports what was imported before a document breaks off")
    func reportsIncompleteImport() async throws {
        let error = BackupError.invalidDocument(path: "a", .incompleteJSON(after: 3))
        let documents = InMemoryExportDocuments(
            bookmarks: [.success(ExportedBookmark(id: MusicID(1)))], failure: error)
        do {
            _ = try await importing().execute(documents)
            Issue.record("The import succeeds.")
        } catch let failed as LibraryImportError {
            #expect(failed.causes as? [BackupError] == [error] && failed.summaries.map(\.unmatched) == [1])
        }
    }

    @Test("a broken document does not keep the others from being imported")
    func importsOtherDocuments() async throws {
        let error = BackupError.invalidDocument(path: "a", .incompleteJSON(after: 3))
        let source = ExportedSource(Source(name: "a", kind: "test", address: "test:a", added: .distantPast))
        let playlist = ExportedPlaylist(id: PlaylistID(1), name: "P", source: "a", entries: [])
        let documents = InMemoryExportDocuments(
            bookmarks: [.success(ExportedBookmark(id: MusicID(1)))], playlists: [.success(playlist)],
            sources: [.success(source)], failure: error)
        let failed = try await #require(throws: LibraryImportError.self) { try await importing().execute(documents) }
        #expect(failed.causes as? [BackupError] == [error, error, error])
        #expect(failed.summaries.map(\.kind) == [.sources, .bookmarks, .playlists])
        #expect(failed.summaries.map(\.added) == [1, 0, 1] && failed.summaries.map(\.unmatched) == [0, 1, 0])
    }

    @Test("reports the to-dos that were added before their document breaks off")
    func reportsIncompleteToDos() async throws {
        let error = BackupError.invalidDocument(path: "a", .incompleteJSON(after: 3))
        let entry = ToDoEntry(item: ToDoItem(title: "one"))
        let documents = InMemoryExportDocuments(
            bookmarks: [], sources: [], toDos: InMemoryToDoDocument([[.success(entry)]], failure: error))
        let failed = try await #require(throws: LibraryImportError.self) { try await importing().execute(documents) }
        #expect(failed.causes as? [BackupError] == [error])
        #expect(failed.summaries.last?.kind == .toDos && failed.summaries.last?.added == 1)
    }

    @Test("to-dos that exist or receive an address count as existing")
    func countsExistingToDos() async throws {
        let vague = ToDoItem(title: "Gig", location: Location(name: "Hall"))
        var exact = vague
        exact.location?.coordinate = Coordinate(latitude: 1, longitude: 2)
        try await toDos.add(ToDoItem(title: "one"), vague)
        let document = InMemoryToDoDocument([
            [ToDoItem(title: "one"), exact, ToDoItem(title: "two")].map { .success(ToDoEntry(item: $0)) }
        ])
        let documents = InMemoryExportDocuments(bookmarks: [], sources: [], toDos: document)
        let summary = try #require(try await importing().execute(documents).last)
        #expect((summary.kind, summary.added, summary.existing) == (.toDos, 1, 2))
    }

    @Test("a library that cannot be written ends the import")
    func endsWithLibrary() async throws {
        let error = LibraryError.busy(path: "a")
        let documents = InMemoryExportDocuments(
            bookmarks: [.success(ExportedBookmark(id: MusicID(1)))], playlists: [], sources: [], failure: error)
        let failed = try await #require(throws: LibraryImportError.self) { try await importing().execute(documents) }
        #expect(failed.causes as? [LibraryError] == [error] && failed.summaries.map(\.kind) == [.sources])
    }

    @Test("an import fails if all its records are rejected, and not if there are none")
    func refusesRejectedRecordsOnly() async throws {
        let rejected = RecordResult<ExportedBookmark>.failure(RejectedRecord(position: 1, .notAnObject))
        let documents = InMemoryExportDocuments(bookmarks: [rejected], sources: [])
        let failed = try await #require(throws: LibraryImportError.self) { try await importing().execute(documents) }
        #expect(
            failed.causes as? [BackupError] == [.noValidRecords] && failed.summaries.map(\.rejectedCount) == [0, 1])
        let bookmark = RecordResult.success(ExportedBookmark(id: MusicID(1)))
        let known = InMemoryExportDocuments(bookmarks: [rejected, bookmark, bookmark])
        let summary = try #require(try await importing().execute(known).first)
        #expect((summary.unmatched, summary.existing, summary.rejectedCount) == (1, 1, 1))
        let empty = InMemoryExportDocuments(bookmarks: [], sources: [])
        #expect(try await importing().execute(empty).map(\.rejectedCount) == [0, 0])
    }

    @Test("counts unmatched bookmarks for a listener who may see counts")
    func countsUnmatchedBookmarks() async throws {
        #expect(try await CountUnmatchedBookmarksUsecase(data: data, listener: .anyone).execute() == 20)
        #expect(try await CountUnmatchedBookmarksUsecase(data: data, listener: Listener(age: 12)).execute() == 0)
    }

    @Test("lists the first rejected records only")
    func limitsRejectedRecords() {
        var summary = ImportSummary(.bookmarks)
        for position in 1...21 { summary.count(.rejected(.unknownSource("attic")), at: position) }
        #expect(summary.rejectedCount == 21 && summary.rejected.map(\.position) == Array(1...20))
    }

    private func importing(
        into data: PersonalDataRepositoryStub = PersonalDataRepositoryStub(),
        _ annotations: InMemorySubjectAnnotationRepository = InMemorySubjectAnnotationRepository(),
        _ toDos: InMemoryToDoRepository? = nil,
        prepare: @escaping @Sendable (Source) throws -> Source = { $0 }
    ) -> ImportLibraryUsecase {
        ImportLibraryUsecase(
            data: data, annotations: annotations, toDos: toDos ?? self.toDos, listener: .anyone, prepare: prepare)
    }
}
