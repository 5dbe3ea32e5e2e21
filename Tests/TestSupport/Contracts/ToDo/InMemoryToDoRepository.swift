public import FermataDomain
import Synchronization

/// A list of to-dos in memory, for tests: it passes the contract.
public final class InMemoryToDoRepository: ToDoRepository {
    fileprivate struct State {
        /// In the order in which they came to their sections.
        var toDos: [ToDo] = []
        var lastNumber = 0
    }

    private static let batchSize = 100
    private let state = Mutex(State())
    private let music: any MusicRepository

    public init(music: any MusicRepository) {
        self.music = music
    }

    public func batches(
        of query: ToDoQuery, allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ToDo], any Error> & Sendable {
        BatchSequence(batchSize: Self.batchSize) { [self] in
            let all = state.withLock(\.toDos)
            let sections = (query.section.map { [$0] } ?? ToDoSection.allCases).flatMap { section in
                query.sorted(all.filter { $0.isDone == (section == .done) })
            }
            var toDos: [ToDo] = []
            for toDo in sections.dropFirst(query.window.offset).prefix(query.window.limit ?? .max) {
                toDos.append(try await shown(toDo, allowing: filter))
            }
            return toDos
        }
    }

    public func count(_ section: ToDoSection) async throws -> Int {
        state.withLock { $0.toDos.count { $0.isDone == (section == .done) } }
    }

    public func toDo(_ number: Int, allowing filter: ExplicitFilter) async throws -> ToDo? {
        guard let found = state.withLock({ $0.toDos.first { $0.number == number } }) else { return nil }
        return try await shown(found, allowing: filter)
    }

    public func add(_ entries: [ToDoEntry]) async throws -> [ToDoAddition] {
        state.withLock { state in entries.map { state.add($0) } }
    }

    public func setDone(
        _ isDone: Bool, of numbers: [Int], allowing filter: ExplicitFilter
    ) async throws -> [ToDo] {
        let moved = try state.withLock { state in
            try state.check(numbers)
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
        var answer: [ToDo] = []
        for toDo in moved { answer.append(try await shown(toDo, allowing: filter)) }
        return answer
    }

    public func update(
        _ number: Int, allowing filter: ExplicitFilter, _ change: @escaping @Sendable (inout ToDoItem) -> Void
    ) async throws -> ToDo {
        let changed = try state.withLock { state in
            guard let index = state.toDos.firstIndex(where: { $0.number == number }) else {
                throw ToDoError.notFound(number)
            }
            change(&state.toDos[index].item)
            return state.toDos[index]
        }
        return try await shown(changed, allowing: filter)
    }

    public func remove(_ numbers: [Int]) async throws {
        try state.withLock { state in
            try state.check(numbers)
            state.toDos.removeAll { numbers.contains($0.number) }
        }
    }

    /// The same without a subject of which the filter leaves nothing, and without music that the library does not hold.
    private func shown(_ toDo: ToDo, allowing filter: ExplicitFilter) async throws -> ToDo {
        guard filter != .all, let subject = toDo.item.subject, try await !isShown(subject, allowing: filter) else {
            return toDo
        }
        var toDo = toDo
        toDo.item.subject = nil
        return toDo
    }

    private func isShown(_ subject: ToDoSubject, allowing filter: ExplicitFilter) async throws -> Bool {
        switch subject {
        case .music(let id):
            return try await !music.music(withPrefix: MusicIDPrefix(id), allowing: filter, limit: 1).isEmpty
        case .artist(let name):
            if name.isEmpty { return true }
            var query = MusicQuery(artist: name, explicit: filter)
            if try await music.count(query) > 0 { return true }
            query.explicit = .all
            return try await music.count(query) == 0
        }
    }
}

extension InMemoryToDoRepository.State {
    fileprivate func check(_ numbers: [Int]) throws {
        let known = Set(toDos.map(\.number))
        if let unknown = numbers.first(where: { !known.contains($0) }) { throw ToDoError.notFound(unknown) }
    }

    fileprivate mutating func add(_ entry: ToDoEntry) -> ToDoAddition {
        let matches = toDos.indices.filter { toDos[$0].item.completed(by: entry.item) != nil }
        if let index = matches.first(where: { toDos[$0].item.completed(by: entry.item) == toDos[$0].item }) {
            return ToDoAddition(.alreadyThere, toDos[index])
        }
        if let index = matches.first, let completed = toDos[index].item.completed(by: entry.item) {
            toDos[index].item = completed
            return ToDoAddition(.completed, toDos[index])
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
