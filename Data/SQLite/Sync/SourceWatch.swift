import FermataDomain
import GRDB
import Synchronization

/// Notices when a source is changed, or read by another sync, while a sync reads it.
///
/// Each sync takes the source's next number before it writes, so that two syncs at the same time notice each other.
final class SourceWatch: Sendable {
    private struct Definition: Equatable {
        let id: Int64
        let address: String
        let playlists: String?
        let added: Int64
    }

    private struct State {
        /// The number of the latest sync that this one knows.
        var number: Int64
        var hasNumber = false
        var isAlone = true
    }

    private let name: String
    private let definition: Definition
    private let state: Mutex<State>

    /// Throws `SourceError.notFound`.
    init(_ name: String, in db: Database) throws {
        self.name = name
        let (definition, number) = try Self.read(name, in: db)
        self.definition = definition
        state = Mutex(State(number: number))
    }

    var id: Int64 { definition.id }

    /// Whether no other sync has written records of the source since this one began.
    var isAlone: Bool { state.withLock(\.isAlone) }

    /// Checks that the source is the one that the sync reads. Throws `SourceError.notFound` and `SourceError.changed`.
    func check(in db: Database) throws {
        _ = try checkedNumber(in: db)
    }

    /// Begins a transaction that writes or removes records of the source. Throws what `check` does.
    func beginWriting(in db: Database) throws {
        let stored = try checkedNumber(in: db)
        let next = state.withLock { state -> Int64? in
            if stored != state.number { state.isAlone = false }
            if stored == state.number, state.hasNumber { return nil }
            (state.number, state.hasNumber) = (stored + 1, true)
            return state.number
        }
        if let next { try db.execute(sql: "UPDATE source SET syncs = \(next) WHERE id = \(id)") }
    }

    private func checkedNumber(in db: Database) throws -> Int64 {
        let (now, number) = try Self.read(name, in: db)
        guard now == definition else { throw SourceError.changed(name) }
        return number
    }

    private static func read(_ name: String, in db: Database) throws -> (Definition, number: Int64) {
        let find = try RawStatement(
            db, "SELECT id, address, playlists, added, syncs FROM source WHERE name = :name", ["name": .text(name)])
        let found = try find.first {
            let definition = Definition(
                id: $0.integer("id"), address: $0.text("address"), playlists: $0.optionalText("playlists"),
                added: $0.integer("added"))
            return (definition, number: $0.integer("syncs"))
        }
        guard let found else { throw try SourceError.unknown(source: name, in: db) }
        return found
    }
}
