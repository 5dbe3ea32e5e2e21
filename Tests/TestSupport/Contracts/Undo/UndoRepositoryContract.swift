public import FermataDomain
public import Testing

/// Makes a library with the content of a seed, and the changes that can be undone.
public struct UndoRepositoryFactory: Sendable, CustomTestStringConvertible {
    public typealias Library = (
        music: any LocalMusicRepository, toDos: any ToDoRepository, undo: any UndoRepository, time: TestTime
    )
    public let name: String
    public let make: @Sendable (LibrarySeed) async throws -> Library

    public init(_ name: String, make: @escaping @Sendable (LibrarySeed) async throws -> Library) {
        self.name = name
        self.make = make
    }

    public var testDescription: String { name }
}

/// The rules of every `UndoRepository`.
public enum UndoRepositoryContract {
    public typealias Rule = ContractRule<UndoRepositoryFactory>

    public static let rules: [Rule] = bookmarks + toDos + history + hiding

    static func rule(
        _ name: String, _ check: @escaping @Sendable (UndoRepositoryFactory.Library) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in try await check(try await factory.make(LibrarySeed(SampleMusic.all))) }
    }
}

extension UndoRepository {
    func all(_ filter: ExplicitFilter = .all) async throws -> [UndoableChange] {
        try await changes(allowing: filter, limit: 1_000)
    }

    @discardableResult
    func undoLast() async throws -> UndoableChange? { try await undoLast(allowing: .all) }
}

extension [UndoableChange] {
    var actions: [UndoableChange.Action] { map(\.action) }
}
