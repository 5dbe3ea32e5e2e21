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
            let section = query.section.map { "done = \($0.stored) AND " } ?? ""
            let rows = try RawStatement(
                db,
                """
                \(ToDoRow.select) WHERE \(section)\(ToDoVisibility(allowing: filter, in: db).sql)
                    ORDER BY \(ToDoOrdering(query, in: db).columns)
                    LIMIT \(query.window.limit ?? -1) OFFSET \(query.window.offset)
                """)
            while try rows.step() { try append(ToDoRow.toDo(rows)) }
        }
    }

    public func count(_ section: ToDoSection, allowing filter: ExplicitFilter) async throws -> Int {
        try await library.read { db in
            let visible = ToDoVisibility(allowing: filter, in: db).sql
            let count = try RawStatement(
                db, "SELECT count(*) AS count FROM todo WHERE done = \(section.stored) AND \(visible)")
            return try count.first { Int($0.integer("count")) } ?? 0
        }
    }

    public func toDo(_ number: Int, allowing filter: ExplicitFilter) async throws -> ToDo? {
        try await library.read { db in try Self.find(number, allowing: filter, in: db) }
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
            let visible = ToDoVisibility(allowing: filter, in: db).sql
            let move = try RawStatement(
                db,
                """
                UPDATE todo SET done = :done, position = \(ToDoWriter.nextPosition)
                    WHERE number = :number AND done <> :done AND \(visible)
                """)
            let find = try RawStatement(db, "\(ToDoRow.select) WHERE number = :number AND \(visible)")
            return try numbers.map { number in
                move.bind(section.stored, to: "done")
                move.bind(number, to: "number")
                try move.run()
                find.bind(number, to: "number")
                guard let toDo = try find.first(ToDoRow.toDo) else { throw ToDoError.notFound(number) }
                return toDo
            }
        }
    }

    public func update(
        _ number: Int, allowing filter: ExplicitFilter, _ change: @escaping @Sendable (inout ToDoItem) -> Void
    ) async throws -> ToDo {
        try await self.change { db in
            guard var toDo = try Self.find(number, allowing: filter, in: db) else {
                throw ToDoError.notFound(number)
            }
            change(&toDo.item)
            try ToDoWriter.update(toDo, in: db)
            return toDo
        }
    }

    public func remove(_ numbers: [Int], allowing filter: ExplicitFilter) async throws {
        try await change { db in
            let visible = ToDoVisibility(allowing: filter, in: db).sql
            let remove = try RawStatement(db, "DELETE FROM todo WHERE number = :number AND \(visible)")
            var removed: Set<Int> = []
            for number in numbers where removed.insert(number).inserted {
                remove.bind(number, to: "number")
                try remove.run()
                guard db.changesCount > 0 else { throw ToDoError.notFound(number) }
            }
        }
    }

    private static func find(_ number: Int, allowing filter: ExplicitFilter, in db: Database) throws -> ToDo? {
        let visible = ToDoVisibility(allowing: filter, in: db).sql
        return try RawStatement(
            db, "\(ToDoRow.select) WHERE number = :number AND \(visible)", ["number": .integer(Int64(number))]
        ).first(ToDoRow.toDo)
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
