import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Undoing changes")
struct UndoUsecaseTests {
    private static let bookmark = UndoableChange(
        .bookmark, made: Date(timeIntervalSince1970: 2), .song(Music(id: MusicID(1), title: "Fame")))
    private static let check = UndoableChange(
        .check, made: Date(timeIntervalSince1970: 1), .toDo(ToDo(number: 3, item: ToDoItem(title: "Gig"))), count: 2)
    private let repository = UndoRepositoryStub([bookmark, check])

    @Test("undoes the last change first, and throws when none is left")
    func undoesInReverseOrder() async throws {
        let undo = UndoUsecase(repository: repository, listener: Listener(age: 12))
        #expect(try await undo.execute() == Self.bookmark)
        #expect(try await undo.execute() == Self.check)
        await #expect(throws: UndoError.nothingToUndo) { try await undo.execute() }
        #expect(repository.messages == Array(repeating: .undoLast(.notExplicit), count: 3))
    }

    @Test("lists the last 100 changes under the listener's rule, and changes nothing")
    func listsChanges() async throws {
        let strict = Listener(age: 18, isStrict: true)
        let changes = try await GetUndoableChangesUsecase(repository: repository, listener: strict).execute()
        #expect(changes == [Self.bookmark, Self.check])
        #expect(repository.messages == [.changes(.cleanOnly, limit: 100)])
    }
}
