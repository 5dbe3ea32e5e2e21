import FermataDomain
import GRDB

/// Adds to-dos in one transaction. O(log n) for each, and linear in stored items that differ only in their address.
struct ToDoWriter {
    /// The next position of the section `:done`.
    static let nextPosition = "(SELECT coalesce(max(position), 0) + 1 FROM todo WHERE done = :done)"
    private let db: Database
    private let undo: UndoRecorder?
    private let findAnywhere: RawStatement
    private let findAt: RawStatement
    private let insert: RawStatement
    private let complete: RawStatement

    init(_ db: Database, undo: UndoRecorder?) throws {
        (self.db, self.undo) = (db, undo)
        findAnywhere = try RawStatement(db, "\(ToDoRow.select) WHERE fingerprint = :fingerprint")
        findAt = try RawStatement(
            db,
            """
            \(ToDoRow.select) WHERE fingerprint = :fingerprint AND latitude IS :latitude AND longitude IS :longitude
            """)
        let values = ToDoRow.itemColumns.map { ":\($0)" }.joined(separator: ", ")
        insert = try RawStatement(
            db,
            """
            INSERT INTO todo(done, position, fingerprint, \(ToDoRow.itemColumns.joined(separator: ", ")))
                VALUES (:done, \(Self.nextPosition), :fingerprint, \(values))
            """)
        complete = try RawStatement(
            db,
            """
            UPDATE todo SET address = :address, latitude = :latitude, longitude = :longitude, town_only = :town_only
                WHERE number = :number
            """)
    }

    /// Replaces the item of a stored to-do.
    static func update(_ toDo: ToDo, in db: Database) throws {
        let columns = (["fingerprint"] + ToDoRow.itemColumns).map { "\($0) = :\($0)" }.joined(separator: ", ")
        let update = try RawStatement(db, "UPDATE todo SET \(columns) WHERE number = :number")
        update.bind(toDo.item.fingerprint, to: "fingerprint")
        ToDoRow.bind(toDo.item, to: update)
        update.bind(toDo.number, to: "number")
        try update.run()
    }

    /// Adds an entry, or adds a missing address or coordinate to an equal item.
    func add(_ entry: ToDoEntry, fingerprint: Int64) throws -> ToDoAddition {
        guard var known = try match(of: entry.item, fingerprint) else { return try insert(entry, fingerprint) }
        if known.merged == known.toDo.item { return ToDoAddition(.existing, known.toDo) }
        try undo?.recordToDo(known.toDo.number, firstAction: .edit)
        ToDoRow.bind(known.merged.location, to: complete)
        complete.bind(known.toDo.number, to: "number")
        try complete.run()
        known.toDo.item = known.merged
        return ToDoAddition(.enriched, known.toDo)
    }

    private func insert(_ entry: ToDoEntry, _ fingerprint: Int64) throws -> ToDoAddition {
        insert.bind(entry.isDone ? 1 : 0, to: "done")
        insert.bind(fingerprint, to: "fingerprint")
        ToDoRow.bind(entry.item, to: insert)
        try insert.run()
        let number = db.lastInsertedRowID
        try undo?.recordAddedToDo(number)
        return ToDoAddition(.added, ToDo(number: Int(number), item: entry.item, isDone: entry.isDone))
    }

    /// A stored to-do, and its item merged with the new one.
    private typealias Match = (toDo: ToDo, merged: ToDoItem)

    /// Returns the stored item that includes the item, otherwise the first one that the item enriches.
    private func match(of item: ToDoItem, _ fingerprint: Int64) throws -> Match? {
        guard let coordinate = item.location?.coordinate else {
            findAnywhere.bind(fingerprint, to: "fingerprint")
            return try match(of: item, in: findAnywhere)
        }
        return try match(of: item, fingerprint, at: coordinate) ?? match(of: item, fingerprint, at: nil)
    }

    private func match(of item: ToDoItem, _ fingerprint: Int64, at coordinate: Coordinate?) throws -> Match? {
        findAt.bind(fingerprint, to: "fingerprint")
        findAt.bind(coordinate?.latitudeUnits, to: "latitude")
        findAt.bind(coordinate?.longitudeUnits, to: "longitude")
        return try match(of: item, in: findAt)
    }

    /// Items with equal fingerprints may still differ.
    private func match(of item: ToDoItem, in rows: RawStatement) throws -> Match? {
        defer { rows.reset() }
        var first: Match?
        while try rows.step() {
            let toDo = ToDoRow.toDo(rows)
            guard let merged = toDo.item.merging(item) else { continue }
            if merged == toDo.item { return (toDo, merged) }
            first = first ?? (toDo, merged)
        }
        return first
    }
}
