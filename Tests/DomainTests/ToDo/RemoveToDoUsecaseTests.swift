import FermataContracts
import FermataDomain
import Testing

@Suite("Removing a to-do")
struct RemoveToDoUsecaseTests {
    @Test("removes to-dos from either section")
    func removesFromEitherSection() async throws {
        let toDos = InMemoryToDoRepository()
        try await toDos.add(titles: ["a", "b", "c"])
        try await toDos.setDone(true, of: [2])
        try await RemoveToDoUsecase(toDos: toDos, listener: .anyone).execute([2, 1])
        #expect(try await toDos.all().map(\.number) == [3])
    }

    @Test("throws for an unknown number and removes nothing")
    func throwsForUnknownNumber() async throws {
        let toDos = InMemoryToDoRepository()
        try await toDos.add(titles: ["a"])
        await #expect(throws: ToDoError.notFound(7)) {
            try await RemoveToDoUsecase(toDos: toDos, listener: .anyone).execute([1, 7])
        }
        #expect(try await toDos.count(.toDo) == 1)
    }

    @Test("does not remove a to-do about music that the listener may not see")
    func keepsHiddenToDo() async throws {
        let song = Music(id: MusicID(1), title: "Fame", explicit: .explicit)
        let toDos = InMemoryToDoRepository(music: MusicRepositoryStub([song]))
        try await toDos.add(ToDoItem(title: "Listen", subject: .music(song.id)))
        await #expect(throws: ToDoError.notFound(1)) {
            try await RemoveToDoUsecase(toDos: toDos, listener: Listener(age: 12)).execute([1])
        }
        #expect(try await toDos.count(.toDo) == 1)
    }
}
