import FermataContracts
import FermataDomain
import Testing

@Suite("Importing to-dos")
struct ImportToDosUsecaseTests {
    private let toDos = InMemoryToDoRepository()

    @Test("adds all to-dos in order to their sections and counts them")
    func addsAndCounts() async throws {
        let summary = try await run([
            [.success(entry("a")), .success(entry("b", isDone: true))], [], [.success(entry("c"))],
        ])
        #expect(summary.added == 3 && summary.existing == 0 && summary.enriched == 0)
        #expect(summary.rejectedCount == 0 && summary.rejected.isEmpty)
        #expect(try await toDos.titles(.toDo) == ["a", "c"])
        #expect(try await toDos.titles(.done) == ["b"])
    }

    @Test("does not add existing to-dos again, but adds their coordinates")
    func completesExistingToDos() async throws {
        let vague = ToDoItem(title: "Gig", location: Location(name: "Hall"))
        var exact = vague
        exact.location?.coordinate = Coordinate(latitude: 1, longitude: 2)
        try await toDos.add(ToDoItem(title: "a"), vague)
        let batch = [entry("a", isDone: true), ToDoEntry(item: exact), entry("b"), entry("b")]
        let summary = try await run([batch.map { .success($0) }])
        #expect(summary.added == 1 && summary.existing == 2 && summary.enriched == 1)
        #expect(try await toDos.all().map(\.item) == [ToDoItem(title: "a"), exact, ToDoItem(title: "b")])
        #expect(try await toDos.count(.done) == 0)
    }

    @Test("skips invalid or untitled records and reports their positions")
    func skipsInvalidRecords() async throws {
        let bad = RejectedRecord(position: 2, .invalidValue(field: "DUE", text: "x", expected: .date))
        let summary = try await run([
            [.success(entry("a")), .failure(bad), .success(entry(" \u{3000}\n"))], [.success(entry("b"))],
            [.success(entry("")), .success(entry("c"))],
        ])
        #expect(summary.added == 3 && summary.rejectedCount == 3)
        #expect(
            summary.rejected == [
                bad, RejectedRecord(position: 3, .empty(field: "title")),
                RejectedRecord(position: 5, .empty(field: "title")),
            ])
        #expect(try await toDos.titles(.toDo) == ["a", "b", "c"])
    }

    @Test("counts to-dos that lack values, and lists the first twenty of these")
    func countsIncompleteToDos() async throws {
        let error = RecordError.invalidValue(field: "DUE", text: "x", expected: .date)
        let partial = ToDoEntry(item: ToDoItem(title: "a"), unreadable: [error, .invalidLine(7)])
        let untitled = ToDoEntry(item: ToDoItem(title: " "), unreadable: [error])
        let one = try await run([[.success(entry("b")), .success(partial)], [.success(untitled)]])
        #expect(one.added == 2 && one.incompleteCount == 1 && one.rejectedCount == 1)
        #expect(
            one.unreadable == [UnreadableValue(position: 2, error), UnreadableValue(position: 2, .invalidLine(7))])
        #expect(try await toDos.titles(.toDo) == ["b", "a"])
        let many = try await run([Array(repeating: .success(partial), count: 25)])
        #expect(many.incompleteCount == 25 && many.unreadable.map(\.position) == (1...10).flatMap { [$0, $0] })
    }

    @Test("reports the first twenty rejected records and counts all")
    func reportsFirstTwentyRejected() async throws {
        let summary = try await run(Array(repeating: Array(repeating: .success(entry(" ")), count: 9), count: 5))
        #expect(summary.added == 0 && summary.rejectedCount == 45)
        #expect(summary.rejected.map(\.position) == Array(1...20))
    }

    @Test("keeps and counts the batches before the document breaks off")
    func keepsBatchesOfTruncatedDocument() async throws {
        let broken = ToDoDocumentError.invalid(path: "list.ics", .missingEnd("VCALENDAR"))
        let document = InMemoryToDoDocument([[.success(entry("a"))], [.success(entry(""))]], failure: broken)
        let error = await #expect(throws: ToDoImportError.self) {
            try await ImportToDosUsecase(toDos: toDos).execute(document)
        }
        #expect(error?.cause as? ToDoDocumentError == broken)
        #expect(error?.summary.added == 1 && error?.summary.rejectedCount == 1)
        #expect(try await toDos.titles(.toDo) == ["a"])
    }

    @Test("keeps and counts the batches before the list throws")
    func keepsBatchesBeforeListError() async throws {
        let full = LibraryError.cannotWrite(path: "library", .full)
        let stub = InMemoryToDoRepository(addingError: full, beyond: 1)
        let document = InMemoryToDoDocument([[.success(entry("a"))], [.success(entry("b"))], [.success(entry("c"))]])
        let error = await #expect(throws: ToDoImportError.self) {
            try await ImportToDosUsecase(toDos: stub).execute(document)
        }
        #expect(error?.cause as? LibraryError == full && error?.summary.added == 1)
        #expect(stub.messages == [.add([entry("a")], isUndoable: false), .add([entry("b")], isUndoable: false)])
    }

    @Test("rethrows a cancellation unchanged")
    func rethrowsCancellation() async throws {
        let document = InMemoryToDoDocument([[.success(entry("a"))]], failure: CancellationError())
        await #expect(throws: CancellationError.self) {
            try await ImportToDosUsecase(toDos: toDos).execute(document)
        }
        #expect(try await toDos.titles(.toDo) == ["a"])
    }

    private func run(_ batches: [[RecordResult<ToDoEntry>]]) async throws -> ToDoImportSummary {
        try await ImportToDosUsecase(toDos: toDos).execute(InMemoryToDoDocument(batches))
    }

    private func entry(_ title: String, isDone: Bool = false) -> ToDoEntry {
        ToDoEntry(item: ToDoItem(title: title), isDone: isDone)
    }
}
