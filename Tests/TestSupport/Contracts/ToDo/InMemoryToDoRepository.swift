public import FermataDomain
public import Foundation
import Synchronization

/// A list of to-dos in memory, for tests. Records the messages about single to-dos.
public final class InMemoryToDoRepository: ToDoRepository {
    public enum Message: Equatable, Sendable {
        case find(Int, ExplicitFilter)
        case add([ToDoEntry], isUndoable: Bool)
        case setDone(Bool, [Int], ExplicitFilter)
        case update(Int, ExplicitFilter)
    }

    fileprivate struct State {
        /// In the order in which they entered their sections.
        var toDos: [ToDo]
        var lastNumber: Int
        var messages: [Message] = []
    }

    private static let batchSize = 100
    private let state: Mutex<State>
    private let music: any MusicRepository
    private let addingError: (any Error)?
    private let room: Int

    /// `add` throws `addingError` while the list has `room` or more to-dos.
    public init(
        _ toDos: [ToDo] = [], music: any MusicRepository = InMemoryMusicRepository(now: { .distantPast }),
        addingError: (any Error)? = nil, beyond room: Int = 0
    ) {
        state = Mutex(State(toDos: toDos, lastNumber: toDos.map(\.number).max() ?? 0))
        (self.music, self.addingError, self.room) = (music, addingError, room)
    }

    public var messages: [Message] { state.withLock(\.messages) }

    private func record(_ message: Message) { state.withLock { $0.messages.append(message) } }

    public func batches(
        of query: ToDoQuery, allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ToDo], any Error> & Sendable {
        BatchSequence(batchSize: Self.batchSize) { [self] in
            let all = try await visible(allowing: filter)
            let sections = (query.section.map { [$0] } ?? ToDoSection.allCases).flatMap { section in
                query.sorted(all.filter { $0.isDone == (section == .done) })
            }
            return Array(sections.dropFirst(query.window.offset).prefix(query.window.limit ?? .max))
        }
    }

    public func count(_ section: ToDoSection, allowing filter: ExplicitFilter) async throws -> Int {
        try await visible(allowing: filter).count { $0.isDone == (section == .done) }
    }

    public func toDo(_ number: Int, allowing filter: ExplicitFilter) async throws -> ToDo? {
        record(.find(number, filter))
        return try await visible(allowing: filter).first { $0.number == number }
    }

    public func add(_ entries: [ToDoEntry], isUndoable: Bool) async throws -> [ToDoAddition] {
        record(.add(entries, isUndoable: isUndoable))
        return try state.withLock { state in
            if let addingError, state.toDos.count >= room { throw addingError }
            return entries.map { state.add($0) }
        }
    }

    public func setDone(
        _ isDone: Bool, of numbers: [Int], allowing filter: ExplicitFilter
    ) async throws -> [ToDo] {
        record(.setDone(isDone, numbers, filter))
        try await check(numbers, allowing: filter)
        return state.withLock { state in
            for number in numbers {
                guard let index = state.toDos.firstIndex(where: { $0.number == number && $0.isDone != isDone }) else {
                    continue
                }
                var toDo = state.toDos.remove(at: index)
                toDo.isDone = isDone
                state.toDos.append(toDo)
            }
            return numbers.compactMap { number in state.toDos.first { $0.number == number } }
        }
    }

    public func update(
        _ number: Int, allowing filter: ExplicitFilter, _ change: @escaping @Sendable (inout ToDoItem) -> Void
    ) async throws -> ToDo {
        record(.update(number, filter))
        try await check([number], allowing: filter)
        return try state.withLock { state in
            guard let index = state.toDos.firstIndex(where: { $0.number == number }) else {
                throw ToDoError.notFound(number)
            }
            change(&state.toDos[index].item)
            return state.toDos[index]
        }
    }

    public func remove(_ numbers: [Int], allowing filter: ExplicitFilter) async throws {
        try await check(numbers, allowing: filter)
        state.withLock { state in state.toDos.removeAll { numbers.contains($0.number) } }
    }

    /// Throws `ToDoError.notFound` for the first to-do that does not exist or is hidden.
    private func check(_ numbers: [Int], allowing filter: ExplicitFilter) async throws {
        let known = Set(try await visible(allowing: filter).map(\.number))
        if let unknown = numbers.first(where: { !known.contains($0) }) { throw ToDoError.notFound(unknown) }
    }

    /// The to-dos without a subject, and those about music or artists that the filter allows.
    private func visible(allowing filter: ExplicitFilter) async throws -> [ToDo] {
        var visible: [ToDo] = []
        for toDo in state.withLock(\.toDos) {
            guard filter != .all, let subject = toDo.item.subject else {
                visible.append(toDo)
                continue
            }
            if try await isShown(subject, allowing: filter) { visible.append(toDo) }
        }
        return visible
    }

    private func isShown(_ subject: ToDoSubject, allowing filter: ExplicitFilter) async throws -> Bool {
        switch subject {
        case .music(let id):
            return try await !music.music(withPrefix: MusicIDPrefix(id), allowing: filter, limit: 1).isEmpty
        case .artist(let name):
            if name.isEmpty { return false }
            return try await music.count(MusicQuery(artist: name, explicit: filter)) > 0
        }
    }
}

extension InMemoryToDoRepository.State {
    fileprivate mutating func add(_ entry: ToDoEntry) -> ToDoAddition {
        let matches = toDos.indices.filter { toDos[$0].item.merging(entry.item) != nil }
        if let index = matches.first(where: { toDos[$0].item.merging(entry.item) == toDos[$0].item }) {
            return ToDoAddition(.existing, toDos[index])
        }
        if let index = matches.first, let merged = toDos[index].item.merging(entry.item) {
            toDos[index].item = merged
            return ToDoAddition(.enriched, toDos[index])
        }
        lastNumber += 1
        let toDo = ToDo(number: lastNumber, item: entry.item, isDone: entry.isDone)
        toDos.append(toDo)
        return ToDoAddition(.added, toDo)
    }
}

extension ToDoQuery {
    /// The to-dos of a section in the order of the query.
    fileprivate func sorted(_ toDos: [ToDo]) -> [ToDo] {
        guard case .date(let timeZone) = order else { return isReversed ? toDos.reversed() : toDos }
        let dated = toDos.enumerated().compactMap { index, toDo in
            toDo.item.timestamp.map { (toDo: toDo, index: index, date: $0.localSeconds(in: timeZone)) }
        }
        let sorted = dated.sorted { one, other in
            if one.date == other.date { return one.index < other.index }
            return (one.date < other.date) != isReversed
        }
        return sorted.map(\.toDo) + toDos.filter { $0.item.timestamp == nil }
    }
}
