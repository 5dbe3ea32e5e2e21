public import FermataDomain
import Testing

/// A library and its to-dos. `another` is the same list as another program sees it.
public typealias ToDoLibrary = (
    music: any LocalMusicRepository, toDos: any ToDoRepository, another: any ToDoRepository
)

/// Makes an empty list of to-dos in a library with the content of a seed.
public typealias ToDoRepositoryFactory = ContractFactory<@Sendable (LibrarySeed) async throws -> ToDoLibrary>

/// The rules of every `ToDoRepository`.
public enum ToDoRepositoryContract {
    public typealias Rule = ContractRule<ToDoRepositoryFactory>

    public static let rules: [Rule] =
        additionRules + storageRules + completionRules + moveRules + updateRules + removalRules + readRules + sortRules
        + subjectRules

    /// Makes a rule for a list of to-dos with these titles, numbered from 1.
    static func rule(
        _ name: String, _ titles: [String] = [],
        _ check: @escaping @Sendable (any ToDoRepository, _ another: any ToDoRepository) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in
            let library = try await factory.make(LibrarySeed())
            if !titles.isEmpty { try await library.toDos.add(titles: titles) }
            try await check(library.toDos, library.another)
        }
    }
}

extension ToDoRepository {
    /// All to-dos of a window, read in batches.
    public func all(
        _ section: ToDoSection? = nil, _ window: Window = .all, allowing filter: ExplicitFilter = .all
    ) async throws -> [ToDo] {
        try await batches(of: ToDoQuery(section: section, window: window), allowing: filter).joined()
    }

    @discardableResult
    public func setDone(_ isDone: Bool, of numbers: [Int]) async throws -> [ToDo] {
        try await setDone(isDone, of: numbers, allowing: .all)
    }

    @discardableResult
    public func add(_ entries: [ToDoEntry]) async throws -> [ToDoAddition] {
        try await add(entries, isUndoable: true)
    }

    public func count(_ section: ToDoSection) async throws -> Int { try await count(section, allowing: .all) }

    public func remove(_ numbers: [Int]) async throws { try await remove(numbers, allowing: .all) }

    /// The titles of a section in their order.
    public func titles(_ section: ToDoSection) async throws -> [String] { try await all(section).map(\.item.title) }

    @discardableResult
    public func add(titles: [String], isDone: Bool = false) async throws -> [ToDoAddition] {
        try await add(items: titles.map { ToDoItem(title: $0) }, isDone: isDone)
    }

    @discardableResult
    public func add(_ items: ToDoItem..., isDone: Bool = false) async throws -> [ToDoAddition] {
        try await add(items: items, isDone: isDone)
    }

    @discardableResult
    public func add(items: [ToDoItem], isDone: Bool = false) async throws -> [ToDoAddition] {
        try await add(items.map { ToDoEntry(item: $0, isDone: isDone) })
    }
}

extension ToDoItem {
    /// The texts of an item as bytes, because Swift's string equality ignores normal forms.
    var bytes: [[UInt8]] {
        var texts = [title, description, location?.name ?? "", location?.address ?? ""]
        if case .artist(let name) = subject { texts.append(name) }
        return texts.map { Array($0.utf8) }
    }
}
