internal import FermataDomain
internal import GRDB

/// Adds to-dos in one transaction. O(log n) for each.
struct ToDoWriter {
    /// The next position of the section ?1.
    static let nextPosition = "(SELECT coalesce(max(position), 0) + 1 FROM todo WHERE done = ?1)"
    private let db: Database
    private let findAnywhere: RawStatement
    private let findAt: RawStatement
    private let insert: RawStatement
    private let complete: RawStatement

    init(_ db: Database) throws {
        self.db = db
        findAnywhere = try RawStatement(db, "\(ToDoRow.select()) WHERE fingerprint = ?")
        findAt = try RawStatement(
            db, "\(ToDoRow.select()) WHERE fingerprint = ? AND latitude IS ? AND longitude IS ?")
        let values = Array(repeating: "?", count: ToDoRow.said.count).joined(separator: ", ")
        insert = try RawStatement(
            db,
            """
            INSERT INTO todo(done, position, fingerprint, \(ToDoRow.said.joined(separator: ", ")))
                VALUES (?1, \(Self.nextPosition), ?2, \(values))
            """)
        complete = try RawStatement(db, "UPDATE todo SET latitude = ?, longitude = ? WHERE number = ?")
    }

    /// Adds an entry, or completes an equal item with a missing coordinate.
    func add(_ entry: ToDoEntry, fingerprint: Int64) throws -> ToDoAddition {
        guard let coordinate = entry.item.location?.coordinate else {
            findAnywhere.bind(fingerprint, at: 1)
            let known = try first(of: findAnywhere) { entry.item.isIncluded(in: $0) }
            return try known.map { ToDoAddition(.alreadyThere, $0) } ?? insert(entry, fingerprint)
        }
        if let known = try first(fingerprint, at: coordinate, where: { $0 == entry.item }) {
            return ToDoAddition(.alreadyThere, known)
        }
        guard var known = try first(fingerprint, at: nil, where: { $0.isIncluded(in: entry.item) }) else {
            return try insert(entry, fingerprint)
        }
        complete.bind(coordinate.latitudeUnits, at: 1)
        complete.bind(coordinate.longitudeUnits, at: 2)
        complete.bind(known.number, at: 3)
        try complete.run()
        known.item.location?.coordinate = coordinate
        return ToDoAddition(.completed, known)
    }

    private func insert(_ entry: ToDoEntry, _ fingerprint: Int64) throws -> ToDoAddition {
        insert.bind(entry.isDone ? 1 : 0, at: 1)
        insert.bind(fingerprint, at: 2)
        ToDoRow.bind(entry.item, to: insert, from: 3)
        try insert.run()
        return ToDoAddition(
            .added, ToDo(number: Int(db.lastInsertedRowID), item: entry.item, isDone: entry.isDone))
    }

    private func first(
        _ fingerprint: Int64, at coordinate: Coordinate?, where isSame: (ToDoItem) -> Bool
    ) throws -> ToDo? {
        findAt.bind(fingerprint, at: 1)
        findAt.bind(coordinate?.latitudeUnits, at: 2)
        findAt.bind(coordinate?.longitudeUnits, at: 3)
        return try first(of: findAt, where: isSame)
    }

    /// Items with equal fingerprints may still differ.
    private func first(of rows: RawStatement, where isSame: (ToDoItem) -> Bool) throws -> ToDo? {
        defer { rows.reset() }
        while try rows.step() {
            let toDo = ToDoRow.toDo(rows)
            if isSame(toDo.item) { return toDo }
        }
        return nil
    }
}
