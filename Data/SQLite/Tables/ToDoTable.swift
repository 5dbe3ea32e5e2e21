import Crypto
import FermataDomain
import Foundation
import GRDB

/// A row of the `todo` table as a to-do.
enum ToDoRow {
    /// The columns of an item.
    static let itemColumns = [
        "title", "description", "day", "moment", "place", "address", "latitude", "longitude", "town_only", "artist",
        "music",
    ]
    /// A `SELECT` of to-dos.
    static let select = select(from: "todo")

    /// A `SELECT` of to-dos from a table with the same columns; conditions call the table `todo`.
    static func select(from table: String) -> String {
        let columns = (["number", "done"] + itemColumns).map { "todo.\($0)" }.joined(separator: ", ")
        return "SELECT \(columns) FROM \(table) AS todo"
    }

    /// Reads the columns.
    static func toDo(_ row: RawStatement) -> ToDo {
        let item = ToDoItem(
            title: row.text("title"), description: row.text("description"),
            timestamp: timestamp(day: row.optionalText("day"), moment: row.optionalInteger("moment")),
            location: location(row),
            subject: subject(row))
        return ToDo(number: Int(row.integer("number")), item: item, isDone: row.integer("done") != 0)
    }

    /// Binds an item's columns.
    static func bind(_ item: ToDoItem, to statement: RawStatement) {
        let (day, moment): (Day?, Moment?) =
            switch item.timestamp {
            case .day(let day): (day, nil)
            case .moment(let moment): (nil, moment)
            case nil: (nil, nil)
            }
        let (music, artist): (MusicID?, String?) =
            switch item.subject {
            case .music(let id): (id, nil)
            case .artist(let name): (nil, name)
            case nil: (nil, nil)
            }
        statement.bind([
            "title": .text(item.title), "description": .text(item.description), "day": SQLValue(day?.description),
            "moment": SQLValue(moment?.seconds), "place": SQLValue(item.location?.name),
        ])
        bind(item.location, to: statement)
        statement.bind(["artist": SQLValue(artist), "music": SQLValue(music?.stored)])
    }

    /// Binds the columns of a place beside its name: address, coordinate and precision.
    static func bind(_ location: Location?, to statement: RawStatement) {
        statement.bind([
            "address": SQLValue(location?.address), "latitude": SQLValue(location?.coordinate?.latitudeUnits),
            "longitude": SQLValue(location?.coordinate?.longitudeUnits),
            "town_only": .integer(location?.isTownOnly == true ? 1 : 0),
        ])
    }

    /// Returns nil for values that are no day and no moment.
    static func timestamp(day: String?, moment: Int?) -> DueDate? {
        if let day = day.flatMap({ Day($0) }) { return .day(day) }
        return moment.flatMap { Moment(seconds: $0) }.map(DueDate.moment)
    }

    private static func location(_ row: RawStatement) -> Location? {
        guard let name = row.optionalText("place") else { return nil }
        var location = Location(name: name, address: row.optionalText("address"))
        if let latitude = row.optionalInteger("latitude"), let longitude = row.optionalInteger("longitude") {
            location.coordinate = Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
            location.isTownOnly = location.coordinate != nil && row.integer("town_only") != 0
        }
        return location
    }

    private static func subject(_ row: RawStatement) -> ToDoSubject? {
        if let name = row.optionalText("artist") { return .artist(name) }
        return row.optionalInteger("music").map { .music(MusicID(UInt64(bitPattern: Int64($0)))) }
    }
}

/// The table `todo`.
enum ToDoTable {
    /// The next position of the section `:done`.
    fileprivate static let nextPosition = "(SELECT coalesce(max(position), 0) + 1 FROM todo WHERE done = :done)"
    /// Moves the to-do `:number` to the end of the section `:done`.
    static let setDone = "UPDATE todo SET done = :done, position = \(nextPosition) WHERE number = :number"
    static let deletion = "DELETE FROM todo WHERE number = :number"

    static func setFingerprint(_ fingerprint: Int64, of number: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE todo SET fingerprint = \(fingerprint) WHERE number = \(number)")
    }

    /// Restores the to-dos of a change as they were before it.
    static func restore(change: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM todo WHERE number IN (SELECT number FROM undo_todo WHERE change = \(change));
                INSERT INTO todo(number, \(UndoTable.toDoColumns))
                    SELECT number, \(UndoTable.toDoColumns) FROM undo_todo
                        WHERE change = \(change) AND done IS NOT NULL;
                """)
    }

    /// A statement that gives the songs of to-dos another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE todo SET music = \(id) WHERE music IN (\(ids))"
    }
}

/// Adds to-dos in one transaction. O(log n) for each, and linear in stored items that differ only in their address.
struct ToDoWriter {
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
                VALUES (:done, \(ToDoTable.nextPosition), :fingerprint, \(values))
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
        update.bind(["fingerprint": .integer(toDo.item.fingerprint)])
        ToDoRow.bind(toDo.item, to: update)
        try update.bind(["number": SQLValue(toDo.number)]).run()
    }

    /// Adds an entry, or adds a missing address or coordinate to an equal item.
    func add(_ entry: ToDoEntry, fingerprint: Int64) throws -> ToDoAddition {
        guard var known = try match(of: entry.item, fingerprint) else { return try insert(entry, fingerprint) }
        if known.merged == known.toDo.item { return ToDoAddition(.existing, known.toDo) }
        try undo?.recordToDo(known.toDo.number, firstAction: .edit)
        ToDoRow.bind(known.merged.location, to: complete)
        try complete.bind(["number": SQLValue(known.toDo.number)]).run()
        known.toDo.item = known.merged
        return ToDoAddition(.enriched, known.toDo)
    }

    private func insert(_ entry: ToDoEntry, _ fingerprint: Int64) throws -> ToDoAddition {
        insert.bind(["done": .integer(entry.isDone ? 1 : 0), "fingerprint": .integer(fingerprint)])
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
            findAnywhere.bind(["fingerprint": .integer(fingerprint)])
            return try match(of: item, in: findAnywhere)
        }
        return try match(of: item, fingerprint, at: coordinate) ?? match(of: item, fingerprint, at: nil)
    }

    private func match(of item: ToDoItem, _ fingerprint: Int64, at coordinate: Coordinate?) throws -> Match? {
        findAt.bind([
            "fingerprint": .integer(fingerprint), "latitude": SQLValue(coordinate?.latitudeUnits),
            "longitude": SQLValue(coordinate?.longitudeUnits),
        ])
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

extension ToDoItem {
    /// The first 63 bits of SHA-256 over the item without its address and coordinate.
    ///
    /// Equal strings have equal bytes (NFD). O(length of the texts).
    var fingerprint: Int64 {
        var hash = SHA256()
        for text in [title, description, time, place, about] {
            let bytes = Array(text.decomposedStringWithCanonicalMapping.utf8)
            // Each text follows its length, so that different lists have different bytes.
            withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        return Int64(hash.finalize().first64Bits >> 1)
    }

    private var time: String {
        switch timestamp {
        case .day(let day): "day \(day)"
        case .moment(let moment): "moment \(moment.seconds)"
        case nil: ""
        }
    }

    private var place: String { location.map { "at \($0.name)" } ?? "" }

    private var about: String {
        switch subject {
        case .music(let id): "music \(id)"
        case .artist(let name): "artist \(name)"
        case nil: ""
        }
    }
}
