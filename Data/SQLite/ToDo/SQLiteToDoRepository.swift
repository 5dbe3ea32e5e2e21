public import FermataDomain
import GRDB

/// The to-dos of the library on disk.
public struct SQLiteToDoRepository: ToDoRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func batches(
        of query: ToDoQuery, allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ToDo], any Error> & Sendable {
        library.batches { db, append in
            let section = query.section.map { "WHERE done = \($0.stored)" } ?? ""
            let rows = try RawStatement(
                db,
                """
                \(ToDoRow.select(allowing: filter)) \(section) ORDER BY \(ToDoOrdering(query, in: db).columns)
                    LIMIT \(query.window.limit ?? -1) OFFSET \(query.window.offset)
                """)
            let artists = ArtistSearch(allowing: filter, in: db)
            while try rows.step() { try append(ToDoRow.shown(ToDoRow.toDo(rows), of: artists)) }
        }
    }

    public func count(_ section: ToDoSection) async throws -> Int {
        try await library.read { db in
            let count = try RawStatement(db, "SELECT count(*) AS count FROM todo WHERE done = \(section.stored)")
            return try count.first { Int($0.integer("count")) } ?? 0
        }
    }

    public func toDo(_ number: Int, allowing filter: ExplicitFilter) async throws -> ToDo? {
        try await library.read { db in
            let find = try RawStatement(
                db, "\(ToDoRow.select(allowing: filter)) WHERE number = :number", ["number": .integer(Int64(number))])
            return try find.first(ToDoRow.toDo).map {
                try ToDoRow.shown($0, of: ArtistSearch(allowing: filter, in: db))
            }
        }
    }

    public func add(_ entries: [ToDoEntry]) async throws -> [ToDoAddition] {
        let prepared = entries.map { (entry: $0, fingerprint: $0.item.fingerprint) }
        return try await change { db in
            let writer = try ToDoWriter(db)
            return try prepared.map { try writer.add($0.entry, fingerprint: $0.fingerprint) }
        }
    }

    public func setDone(
        _ isDone: Bool, of numbers: [Int], allowing filter: ExplicitFilter
    ) async throws -> [ToDo] {
        let section = isDone ? ToDoSection.done : .toDo
        return try await change { db in
            let move = try RawStatement(
                db,
                """
                UPDATE todo SET done = :done, position = \(ToDoWriter.nextPosition)
                    WHERE number = :number AND done <> :done
                """)
            let find = try RawStatement(db, "\(ToDoRow.select(allowing: filter)) WHERE number = :number")
            let artists = ArtistSearch(allowing: filter, in: db)
            return try numbers.map { number in
                move.bind(section.stored, to: "done")
                move.bind(number, to: "number")
                try move.run()
                find.bind(number, to: "number")
                guard let toDo = try find.first(ToDoRow.toDo) else { throw ToDoError.notFound(number) }
                return try ToDoRow.shown(toDo, of: artists)
            }
        }
    }

    public func update(
        _ number: Int, allowing filter: ExplicitFilter, _ change: @escaping @Sendable (inout ToDoItem) -> Void
    ) async throws -> ToDo {
        try await self.change { db in
            let find = try RawStatement(
                db, "\(ToDoRow.select()) WHERE number = :number", ["number": .integer(Int64(number))])
            guard var toDo = try find.first(ToDoRow.toDo) else { throw ToDoError.notFound(number) }
            change(&toDo.item)
            try ToDoWriter.update(toDo, in: db)
            let shown = try RawStatement(
                db, "\(ToDoRow.select(allowing: filter)) WHERE number = :number", ["number": .integer(Int64(number))])
            return try ToDoRow.shown(
                try shown.first(ToDoRow.toDo) ?? toDo, of: ArtistSearch(allowing: filter, in: db))
        }
    }

    public func remove(_ numbers: [Int]) async throws {
        try await change { db in
            let remove = try RawStatement(db, "DELETE FROM todo WHERE number = :number")
            var removed: Set<Int> = []
            for number in numbers where removed.insert(number).inserted {
                remove.bind(number, to: "number")
                try remove.run()
                guard db.changesCount > 0 else { throw ToDoError.notFound(number) }
            }
        }
    }

    private func change<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await library.write { db in
            let value = try body(db)
            try db.notifyChanges(in: Table("todo"))
            return value
        }
    }
}

extension ToDoSection {
    /// The section's value in the column `done`.
    fileprivate var stored: Int64 { self == .done ? 1 : 0 }
}
