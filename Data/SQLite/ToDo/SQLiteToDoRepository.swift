public import FermataDomain
public import Foundation
import GRDB

/// The to-dos of the library on disk.
public struct SQLiteToDoRepository: ToDoRepository {
    private let library: SQLiteLibrary
    private let now: @Sendable () -> Date

    public init(library: SQLiteLibrary, now: @escaping @Sendable () -> Date) {
        self.library = library
        self.now = now
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
            return try RawStatement(db, "SELECT count(*) FROM todo WHERE done = \(section.stored) AND \(visible)")
                .count()
        }
    }

    public func toDo(_ number: Int, allowing filter: ExplicitFilter) async throws -> ToDo? {
        try await library.read { db in try Self.find(number, allowing: filter, in: db) }
    }

    public func add(_ entries: [ToDoEntry], isUndoable: Bool) async throws -> [ToDoAddition] {
        let prepared = entries.map { (entry: $0, fingerprint: $0.item.fingerprint) }
        return try await change(.add) { db, undo in
            let writer = try ToDoWriter(db, undo: isUndoable ? undo : nil)
            return try prepared.map { try writer.add($0.entry, fingerprint: $0.fingerprint) }
        }
    }

    public func setDone(
        _ isDone: Bool, of numbers: [Int], allowing filter: ExplicitFilter
    ) async throws -> [ToDo] {
        let section = isDone ? ToDoSection.done : .toDo
        return try await change(isDone ? .check : .uncheck) { db, undo in
            let move = try RawStatement(db, ToDoTable.setDone, ["done": .integer(section.stored)])
            return try numbers.map { number in
                var toDo = try Self.existing(number, allowing: filter, in: db)
                guard toDo.isDone != isDone else { return toDo }
                try undo.recordToDo(number)
                try move.bind(["number": SQLValue(number)]).run()
                toDo.isDone = isDone
                return toDo
            }
        }
    }

    public func update(
        _ number: Int, allowing filter: ExplicitFilter, _ change: @escaping @Sendable (inout ToDoItem) -> Void
    ) async throws -> ToDo {
        try await self.change(.edit) { db, undo in
            var toDo = try Self.existing(number, allowing: filter, in: db)
            let before = toDo.item
            change(&toDo.item)
            if toDo.item != before { try undo.recordToDo(number) }
            try ToDoWriter.update(toDo, in: db)
            return toDo
        }
    }

    public func remove(_ numbers: [Int], allowing filter: ExplicitFilter) async throws {
        try await change(.remove) { db, undo in
            let remove = try RawStatement(db, ToDoTable.deletion)
            var removed: Set<Int> = []
            for number in numbers where removed.insert(number).inserted {
                _ = try Self.existing(number, allowing: filter, in: db)
                try undo.recordToDo(number)
                try remove.bind(["number": SQLValue(number)]).run()
            }
        }
    }

    private static func existing(_ number: Int, allowing filter: ExplicitFilter, in db: Database) throws -> ToDo {
        guard let toDo = try find(number, allowing: filter, in: db) else { throw ToDoError.notFound(number) }
        return toDo
    }

    private static func find(_ number: Int, allowing filter: ExplicitFilter, in db: Database) throws -> ToDo? {
        let visible = ToDoVisibility(allowing: filter, in: db).sql
        return try RawStatement(
            db, "\(ToDoRow.select) WHERE number = :number AND \(visible)", ["number": .integer(Int64(number))]
        ).first(ToDoRow.toDo)
    }

    private func change<Value: Sendable>(
        _ action: UndoableChange.Action, _ body: @escaping @Sendable (Database, UndoRecorder) throws -> Value
    ) async throws -> Value {
        try await library.write { db in
            try body(db, UndoRecorder(db, action, made: now()))
        }
    }
}

extension ToDoSection {
    /// The section's value in the column `done`.
    fileprivate var stored: Int64 { self == .done ? 1 : 0 }
}

/// A condition for the to-dos that a listener may see.
///
/// A restricted listener sees to-dos about music and artists only if the library has allowed songs of them. Those about
/// unknown music and artists are hidden as well, because they would reveal which ones are known and hidden.
struct ToDoVisibility {
    private static let function = "todo_artist_key"
    /// A condition on the table `todo`.
    let sql: String

    /// Defines the function of artists' sort keys on the connection.
    init(allowing filter: ExplicitFilter, in db: Database) {
        guard let allowed = filter.condition else {
            sql = "TRUE"
            return
        }
        db.add(function: Self.key)
        sql = """
            (todo.music IS NULL OR EXISTS (SELECT 1 FROM music WHERE music.id = todo.music AND music.\(allowed)))
            AND (todo.artist IS NULL OR \(Self.hasSongs(allowing: filter, in: .shown))
                OR \(Self.hasSongs(allowing: filter, in: .single)))
            """
    }

    /// A condition on a to-do about an artist.
    private static func hasSongs(allowing filter: ExplicitFilter, in artists: ArtistColumns) -> String {
        """
        EXISTS (
            SELECT 1 FROM \(artists.songs(allowing: filter)) WHERE \(artists.key) = \(function)(todo.artist)
                AND (\(artists.key) <> \(ArtistColumns.emptyKey) OR \(artists.name) = todo.artist)
                AND \(artists.isNamed(allowing: filter)))
        """
    }

    private static var key: DatabaseFunction {
        DatabaseFunction(function, argumentCount: 1, pure: true) { values in
            String.fromDatabaseValue(values[0]).map { SortKey($0).text }
        }
    }
}

/// The `ORDER BY` columns of a query of to-dos.
///
/// SQLite sorts by date itself, in temporary storage: the order of days and moments depends on the time zone of each
/// query, so that no index can store it.
private struct ToDoOrdering {
    private static let function = "todo_local_seconds"
    let columns: String

    /// Defines the function of the order by date on the connection.
    init(_ query: ToDoQuery, in db: Database) {
        let direction = query.isReversed ? " DESC" : ""
        switch query.order {
        case .list: columns = query.isReversed ? "done, position DESC" : "done, position"
        case .date(let timeZone):
            db.add(function: Self.localSeconds(in: timeZone))
            columns = "done, \(Self.function)(day, moment)\(direction) NULLS LAST, position"
        }
    }

    private static func localSeconds(in timeZone: TimeZone) -> DatabaseFunction {
        DatabaseFunction(function, argumentCount: 2, pure: true) { values in
            let timestamp = ToDoRow.timestamp(
                day: String.fromDatabaseValue(values[0]), moment: Int.fromDatabaseValue(values[1]))
            return timestamp?.localSeconds(in: timeZone)
        }
    }
}
