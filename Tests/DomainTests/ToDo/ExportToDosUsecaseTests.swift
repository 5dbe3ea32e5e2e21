import FermataContracts
import FermataDomain
import Testing

@Suite("Exporting to-dos")
struct ExportToDosUsecaseTests {
    private static let explicit = Music(id: MusicID(2), title: "Fame", explicit: .explicit)
    private let toDos = InMemoryToDoRepository(music: MusicRepositoryStub([explicit]))

    @Test("writes both sections in order and in batches")
    func writesBothSections() async throws {
        try await toDos.add(titles: (1...250).map(String.init))
        try await toDos.setDone(true, of: [7, 3])
        let document = InMemoryToDoDocument()
        try await ExportToDosUsecase(toDos: toDos, listener: .anyone).execute(into: document)
        #expect(try await document.written == toDos.all())
        #expect(document.written?.suffix(2).map(\.number) == [7, 3])
    }

    @Test("does not write to-dos about music that a young listener may not see")
    func excludesHiddenToDos() async throws {
        try await toDos.add(ToDoItem(title: "Listen", subject: .music(Self.explicit.id)))
        let document = InMemoryToDoDocument()
        try await ExportToDosUsecase(toDos: toDos, listener: Listener(age: 12)).execute(into: document)
        #expect(document.written == [])
        try await ExportToDosUsecase(toDos: toDos, listener: .anyone).execute(into: document)
        #expect(document.written?.map(\.item.subject) == [.music(Self.explicit.id)])
    }

    @Test("writes an empty list")
    func writesEmptyList() async throws {
        let document = InMemoryToDoDocument()
        try await ExportToDosUsecase(toDos: toDos, listener: .anyone).execute(into: document)
        #expect(document.written == [])
    }

    @Test("rethrows the document's error and leaves it unchanged")
    func rethrowsDocumentError() async throws {
        let error = ToDoDocumentError.cannotWrite(path: "list.ics", .full)
        let document = InMemoryToDoDocument(failure: error)
        await #expect(throws: error) {
            try await ExportToDosUsecase(toDos: toDos, listener: .anyone).execute(into: document)
        }
        #expect(document.written == nil)
    }

    @Test("an import restores an exported list")
    func importRestoresExport() async throws {
        try await toDos.add(items: SampleToDos.all.filter { !$0.title.allSatisfy(\.isWhitespace) })
        try await toDos.setDone(true, of: [5, 2])
        let document = InMemoryToDoDocument()
        try await ExportToDosUsecase(toDos: toDos, listener: .anyone).execute(into: document)
        let records = try #require(document.written).map {
            RecordResult<ToDoEntry>.success(ToDoEntry(item: $0.item, isDone: $0.isDone))
        }
        let other = InMemoryToDoRepository()
        _ = try await ImportToDosUsecase(toDos: other).execute(InMemoryToDoDocument([records]))
        let lists = (try await toDos.all(), try await other.all())
        #expect(lists.0.map(\.item) == lists.1.map(\.item) && lists.0.map(\.isDone) == lists.1.map(\.isDone))
    }
}
