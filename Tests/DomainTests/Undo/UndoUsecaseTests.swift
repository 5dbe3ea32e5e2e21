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
        let undo = usecase(PlayerControlStub(), InMemoryPlaybackRepository())
        #expect(try await undo.execute() == UndoneChange(Self.bookmark))
        #expect(try await undo.execute() == UndoneChange(Self.check))
        await #expect(throws: UndoError.nothingToUndo) { try await undo.execute() }
        #expect(repository.messages == Array(repeating: .undoLast(.notExplicit, includingQueue: true), count: 3))
    }

    @Test("undoes a numbered change only if it is the last one")
    func refusesEarlierChange() async throws {
        let changes = [8, 7].map {
            UndoableChange(.add, number: $0, made: Date(timeIntervalSince1970: 3), Self.check.subject)
        }
        let undo = usecase(PlayerControlStub(), InMemoryPlaybackRepository(), UndoRepositoryStub(changes))
        await #expect(throws: UndoError.notLast) { try await undo.execute(change: 7) }
        #expect(try await undo.execute(change: 8) == UndoneChange(changes[0]))
        #expect(try await undo.execute(change: 7) == UndoneChange(changes[1]))
        await #expect(throws: UndoError.notLast) { try await undo.execute(change: 7) }
    }

    @Test("undoes no other change than the numbered one if the player cannot undo it")
    func undoesOnlyNumberedChange() async throws {
        let changes = [
            UndoableChange(.clearQueue, number: 8, made: Date(timeIntervalSince1970: 3), .queue(change: 8)),
            UndoableChange(.add, number: 7, made: Date(timeIntervalSince1970: 3), Self.check.subject),
        ]
        let control = PlayerControlStub(error: .notResponding)
        let undo = usecase(control, InMemoryPlaybackRepository(), UndoRepositoryStub(changes))
        await #expect(throws: PlayerError.notResponding) { try await undo.execute(change: 8) }
    }

    @Test("the program that plays the queue undoes a change of it")
    func sendsChangeOfQueue() async throws {
        let control = PlayerControlStub(status: PlayerStatus())
        let change = UndoableChange(.clearQueue, made: Date(timeIntervalSince1970: 3), .queue(change: 8))
        let undo = usecase(control, InMemoryPlaybackRepository(), UndoRepositoryStub([change]))
        #expect(try await undo.execute() == UndoneChange(change))
        #expect(control.commands == [.undo(change: 8)])
    }

    @Test("undoes a change of the stored queue if no program plays it")
    func undoesChangeOfStoredQueue() async throws {
        let playback = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue([MusicID(1)])))
        _ = try await playback.update { try $0.perform(.add([MusicID(2)])) }
        let change = UndoableChange(.addToQueue, made: Date(timeIntervalSince1970: 3), .queue(change: 1))
        let undo = usecase(PlayerControlStub(), playback, UndoRepositoryStub([change]))
        #expect(try await undo.execute() == UndoneChange(change))
        #expect(try await playback.load().queue.entries.map(\.song.value) == [1])
    }

    @Test("undoes the change before a change of the queue that another program has undone")
    func passesUndoneChangeOfQueue() async throws {
        let change = UndoableChange(.addToQueue, made: Date(timeIntervalSince1970: 3), .queue(change: 1))
        let undo = usecase(PlayerControlStub(), InMemoryPlaybackRepository(), UndoRepositoryStub([change, Self.check]))
        #expect(try await undo.execute() == UndoneChange(Self.check))
        await #expect(throws: UndoError.nothingToUndo) { try await undo.execute() }
    }

    @Test("undoes the change before those of the queue if the player does not respond")
    func passesQueueOfHangingPlayer() async throws {
        let changes = [4, 3].map {
            UndoableChange(.addToQueue, made: Date(timeIntervalSince1970: 3), .queue(change: $0))
        }
        let control = PlayerControlStub(error: .notResponding)
        let repository = UndoRepositoryStub(changes + [Self.check])
        let undo = usecase(control, InMemoryPlaybackRepository(), repository)
        #expect(try await undo.execute() == UndoneChange(Self.check, queueError: .notResponding))
        await #expect(throws: PlayerError.notResponding) {
            try await usecase(control, InMemoryPlaybackRepository(), UndoRepositoryStub(changes)).execute()
        }
    }

    private func usecase(
        _ control: PlayerControlStub, _ playback: InMemoryPlaybackRepository, _ repository: UndoRepositoryStub? = nil
    ) -> UndoUsecase {
        let listener = Listener(age: 12)
        let player = ControlPlayerUsecase(
            control: control, playback: playback, music: MusicRepositoryStub([]), listener: listener)
        return UndoUsecase(repository: repository ?? self.repository, player: player, listener: listener)
    }

    @Test("lists the last 100 changes under the listener's rule, and changes nothing")
    func listsChanges() async throws {
        let strict = Listener(age: 18, isStrict: true)
        let changes = try await GetUndoableChangesUsecase(repository: repository, listener: strict).execute()
        #expect(changes == [Self.bookmark, Self.check])
        #expect(repository.messages == [.changes(.cleanOnly, limit: 100)])
    }
}
