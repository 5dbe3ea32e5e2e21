import FermataContracts
import FermataDomain
import Testing

@Suite("Checking a to-do")
struct SetToDoDoneUsecaseTests {
    private let stub = InMemoryToDoRepository(
        (1...3).map { ToDo(number: $0, item: ToDoItem(title: "\($0)", subject: .artist("Björk"))) })

    @Test("moves the to-do to the other section and returns it", arguments: [true, false])
    func movesAndReturnsToDo(isDone: Bool) async throws {
        let changed = try await SetToDoDoneUsecase(toDos: stub, listener: .anyone).execute([3, 1], isDone: isDone)
        #expect(changed.map(\.number) == [3, 1] && changed.allSatisfy { $0.isDone == isDone })
        #expect(stub.messages == [.setDone(isDone, [3, 1], .all)])
    }

    @Test("applies the listener's rule to the to-dos")
    func appliesListenerRule() async throws {
        // The library has no music by the to-do's artist.
        await #expect(throws: ToDoError.notFound(2)) {
            try await SetToDoDoneUsecase(toDos: stub, listener: Listener(age: 12)).execute([2], isDone: true)
        }
        #expect(stub.messages == [.setDone(true, [2], .notExplicit)])
    }

    @Test("throws for an unknown number and moves nothing")
    func throwsForUnknownNumber() async throws {
        let toDos = InMemoryToDoRepository()
        try await toDos.add(titles: ["a", "b"])
        let usecase = SetToDoDoneUsecase(toDos: toDos, listener: .anyone)
        await #expect(throws: ToDoError.notFound(7)) { try await usecase.execute([1, 7], isDone: true) }
        #expect(try await toDos.count(.done) == 0)
    }

    @Test("moves to-dos to the end of the other section")
    func movesToEndOfSection() async throws {
        let toDos = InMemoryToDoRepository()
        try await toDos.add(titles: ["a", "b", "c"])
        let usecase = SetToDoDoneUsecase(toDos: toDos, listener: .anyone)
        #expect(try await usecase.execute([2, 1, 2], isDone: true).map(\.item.title) == ["b", "a", "b"])
        #expect(try await usecase.execute([2], isDone: false).map(\.isDone) == [false])
        #expect(try await toDos.titles(.toDo) == ["c", "b"])
        #expect(try await toDos.titles(.done) == ["a"])
    }
}
