import FermataContracts
import FermataDomain
import Testing

@Suite("Getting to-dos")
struct GetToDosUsecaseTests {
    private static let clean = Music(id: MusicID(1), title: "Changes", explicit: .clean)
    private static let explicit = Music(id: MusicID(2), title: "Fame", explicit: .explicit)
    private let music = MusicRepositoryStub([clean, explicit])
    private let toDos: InMemoryToDoRepository

    init() async throws {
        toDos = InMemoryToDoRepository(music: music)
        let subjects: [ToDoSubject?] = [
            .music(Self.clean.id), .music(Self.explicit.id), .music(MusicID(3)), .artist("Björk"), nil,
        ]
        for (index, subject) in subjects.enumerated() {
            try await toDos.add(ToDoItem(title: "\(index + 1)", subject: subject))
        }
        try await toDos.setDone(true, of: [2])
    }

    @Test("returns a window of both sections, To-do before Done")
    func returnsSectionsInWindow() async throws {
        #expect(try await read(ToDoQuery()).map(\.number) == [1, 3, 4, 5, 2])
        #expect(try await read(ToDoQuery(section: .done)).map(\.number) == [2])
        #expect(try await read(ToDoQuery(window: Window(offset: 2, limit: 2))).map(\.number) == [4, 5])
        let counts = (try await usecase().count(.toDo), try await usecase().count(.done))
        #expect(counts == (4, 1))
    }

    @Test("finds a to-do with its music")
    func findsToDoWithMusic() async throws {
        #expect(try await usecase().find(1).music == Self.clean)
        #expect(music.messages.last == .find(MusicIDPrefix(Self.clean.id), .all, limit: 1))
        #expect(
            try await usecase().find(2) == ToDoDetail(toDo: read(ToDoQuery(section: .done))[0], music: Self.explicit))
        for number in [4, 5] { #expect(try await usecase().find(number).music == nil) }
    }

    @Test("finds a to-do whose music left the library")
    func findsToDoWithoutRemovedMusic() async throws {
        let found = try await usecase().find(3)
        #expect(found.toDo.item.subject == .music(MusicID(3)) && found.music == nil)
    }

    @Test("hides to-dos about music and artists that a young listener may not see", arguments: [false, true])
    func hidesRestrictedToDos(isStrict: Bool) async throws {
        let listener = Listener(age: 12, isStrict: isStrict)
        #expect(try await read(ToDoQuery(), listener).map(\.number) == [1, 5])
        let counts = (try await usecase(listener).count(.toDo), try await usecase(listener).count(.done))
        #expect(counts == (2, 0))
        for number in 2...4 {
            await #expect(throws: ToDoError.notFound(number)) { try await usecase(listener).find(number) }
        }
        #expect(try await usecase(listener).find(1).music == Self.clean)
    }

    @Test("throws for an unknown number")
    func throwsForUnknownNumber() async throws {
        for listener in [Listener.anyone, Listener(age: 12)] {
            await #expect(throws: ToDoError.notFound(7)) { try await usecase(listener).find(7) }
        }
    }

    private func usecase(_ listener: Listener = .anyone) -> GetToDosUsecase {
        GetToDosUsecase(toDos: toDos, music: music, listener: listener)
    }

    private func read(_ query: ToDoQuery, _ listener: Listener = .anyone) async throws -> [ToDo] {
        try await usecase(listener).batches(of: query).joined()
    }
}
