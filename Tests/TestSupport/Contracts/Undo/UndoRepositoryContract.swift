public import FermataDomain
import Testing

/// A library, with the changes that can be undone.
public typealias UndoableLibrary = (
    music: any LocalMusicRepository, toDos: any ToDoRepository, playlists: any PlaylistRepository,
    own: any OwnPlaylistRepository, playback: any PlaybackRepository, albums: any AlbumRepository,
    annotations: any SubjectImportRepository,
    undo: any UndoRepository, time: TestTime
)

/// Makes a library with the content of a seed.
public typealias UndoRepositoryFactory = ContractFactory<@Sendable (LibrarySeed) async throws -> UndoableLibrary>

/// The rules of every `UndoRepository`.
public enum UndoRepositoryContract {
    public typealias Rule = ContractRule<UndoRepositoryFactory>

    public static let rules: [Rule] = bookmarks + annotations + toDos + playlists + queue + history + hiding

    static func rule(
        _ name: String, _ check: @escaping @Sendable (UndoableLibrary) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in try await check(try await factory.make(LibrarySeed(SampleMusic.all))) }
    }
}

extension UndoRepository {
    /// The changes without their numbers.
    func all(_ filter: ExplicitFilter = .all) async throws -> [UndoableChange] {
        try await changes(allowing: filter, limit: 1_000).map(\.unnumbered)
    }

    /// Undoes the last change, and returns it without its number.
    @discardableResult
    public func undoLast(allowing filter: ExplicitFilter = .all) async throws -> UndoableChange? {
        try await undoLast(allowing: filter, includingQueue: true, only: nil)?.unnumbered
    }
}

extension UndoableChange {
    var unnumbered: UndoableChange { UndoableChange(action, made: made, subject, count: count) }
}

extension [UndoableChange] {
    var actions: [UndoableChange.Action] { map(\.action) }
}
