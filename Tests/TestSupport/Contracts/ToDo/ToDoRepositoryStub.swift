package import FermataDomain
import Synchronization

/// Stores to-dos in an array, records messages, and reads batches of two.
package final class ToDoRepositoryStub: ToDoRepository {
    package enum Message: Equatable, Sendable {
        case batches(ToDoQuery, ExplicitFilter)
        case count(ToDoSection, ExplicitFilter)
        case find(Int, ExplicitFilter)
        case add([ToDoEntry], isUndoable: Bool)
        case setDone(Bool, [Int], ExplicitFilter)
        case update(Int, ExplicitFilter)
        case remove([Int], ExplicitFilter)
    }

    private struct State {
        var toDos: [ToDo]
        var done: [Message] = []
    }

    private let state: Mutex<State>
    private let addingError: (any Error)?
    private let room: Int

    /// `add` throws `addingError` while the list has `room` or more to-dos.
    package init(_ toDos: [ToDo] = [], addingError: (any Error)? = nil, beyond room: Int = 0) {
        state = Mutex(State(toDos: toDos))
        self.room = room
        self.addingError = addingError
    }

    package var messages: [Message] { state.withLock { $0.done } }

    package func batches(
        of query: ToDoQuery, allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ToDo], any Error> & Sendable {
        BatchSequence(batchSize: 2) { [self] in note(.batches(query, filter)) { $0.toDos } }
    }

    package func count(_ section: ToDoSection, allowing filter: ExplicitFilter) async throws -> Int {
        note(.count(section, filter)) { $0.toDos.count { $0.isDone == (section == .done) } }
    }

    package func toDo(_ number: Int, allowing filter: ExplicitFilter) async throws -> ToDo? {
        note(.find(number, filter)) { $0.toDos.first { $0.number == number } }
    }

    package func add(_ entries: [ToDoEntry], isUndoable: Bool) async throws -> [ToDoAddition] {
        try note(.add(entries, isUndoable: isUndoable)) { state in
            if let addingError, state.toDos.count >= room { throw addingError }
            return entries.map { entry in
                if let known = state.toDos.first(where: { $0.item == entry.item }) {
                    return ToDoAddition(.existing, known)
                }
                let toDo = ToDo(number: state.toDos.count + 1, item: entry.item, isDone: entry.isDone)
                state.toDos.append(toDo)
                return ToDoAddition(.added, toDo)
            }
        }
    }

    package func setDone(
        _ isDone: Bool, of numbers: [Int], allowing filter: ExplicitFilter
    ) async throws -> [ToDo] {
        try note(.setDone(isDone, numbers, filter)) { state in
            try numbers.map { number in
                guard let index = state.toDos.firstIndex(where: { $0.number == number }) else {
                    throw ToDoError.notFound(number)
                }
                state.toDos[index].isDone = isDone
                return state.toDos[index]
            }
        }
    }

    package func update(
        _ number: Int, allowing filter: ExplicitFilter, _ change: @escaping @Sendable (inout ToDoItem) -> Void
    ) async throws -> ToDo {
        try note(.update(number, filter)) { state in
            guard let index = state.toDos.firstIndex(where: { $0.number == number }) else {
                throw ToDoError.notFound(number)
            }
            change(&state.toDos[index].item)
            return state.toDos[index]
        }
    }

    package func remove(_ numbers: [Int], allowing filter: ExplicitFilter) async throws {
        note(.remove(numbers, filter)) { state in state.toDos.removeAll { numbers.contains($0.number) } }
    }

    private func note<Value: Sendable>(_ message: Message, _ body: (inout State) throws -> Value) rethrows -> Value {
        try state.withLock {
            $0.done.append(message)
            return try body(&$0)
        }
    }
}
