/// Gets to-dos, without those about music or artists that the listener may not see.
public struct GetToDosUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let music: any MusicRepository
    private let listener: Listener

    public init(toDos: any ToDoRepository, music: any MusicRepository, listener: Listener) {
        self.toDos = toDos
        self.music = music
        self.listener = listener
    }

    /// Returns the window of a query in batches: To-do before Done, each in its order.
    public func batches(of query: ToDoQuery) -> any AsyncSequence<[ToDo], any Error> & Sendable {
        toDos.batches(of: query, allowing: listener.filter)
    }

    /// Returns the number of to-dos in a section.
    public func count(_ section: ToDoSection) async throws -> Int {
        try await toDos.count(section, allowing: listener.filter)
    }

    /// Returns a to-do with its music. Throws `ToDoError.notFound`.
    public func find(_ number: Int) async throws -> ToDoDetail {
        guard let toDo = try await toDos.toDo(number, allowing: listener.filter) else {
            throw ToDoError.notFound(number)
        }
        return ToDoDetail(toDo: toDo, music: try await music(of: toDo))
    }

    private func music(of toDo: ToDo) async throws -> Music? {
        guard case .music(let id) = toDo.item.subject else { return nil }
        return try await music.music(withPrefix: MusicIDPrefix(id), allowing: listener.filter, limit: 1).first
    }
}

/// A to-do with its music.
public struct ToDoDetail: Equatable, Sendable {
    public var toDo: ToDo
    /// Nil if the to-do has no music as its subject, or the library no longer contains it.
    public var music: Music?

    public init(toDo: ToDo, music: Music? = nil) {
        self.toDo = toDo
        self.music = music
    }
}
