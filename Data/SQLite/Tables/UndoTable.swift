import FermataDomain
import Foundation
import GRDB

/// The tables `undo`, `undo_bookmark`, `undo_annotation`, `undo_todo`, `undo_playlist`, `undo_queue` and
/// `undo_queue_entry`: the latest changes that a person can undo.
enum UndoTable {
    /// The columns of a to-do that a change can restore.
    static let toDoColumns = "done, " + addedToDoColumns
    /// The columns that describe an added to-do.
    fileprivate static let addedToDoColumns = """
        position, fingerprint, title, description, day, moment, place, latitude, longitude, music, artist, address,
        town_only
        """

    /// Removes a change, with its songs, to-dos, playlist and entries of the queue.
    static func delete(_ change: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM undo WHERE number = \(change)")
    }

    /// A statement that gives the songs of stored to-dos another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE undo_todo SET music = \(id) WHERE music IN (\(ids))"
    }
}

/// Stores the state before a change, in the transaction that makes the change.
///
/// Creates the change with its first song or to-do. A call that changes nothing records no change.
final class UndoRecorder {
    private let db: Database
    private var action: UndoableChange.Action
    private let made: Date
    private let addSong: RawStatement
    private let addToDo: RawStatement
    private let addNewToDo: RawStatement
    private var number: Int64?

    init(_ db: Database, _ action: UndoableChange.Action, made: Date) throws {
        (self.db, self.action, self.made) = (db, action, made)
        addSong = try RawStatement(
            db, "INSERT INTO undo_bookmark(change, music, rating) VALUES (:change, :music, :rating)")
        addToDo = try RawStatement(
            db,
            """
            INSERT OR IGNORE INTO undo_todo(change, number, \(UndoTable.toDoColumns))
                SELECT :change, number, \(UndoTable.toDoColumns) FROM todo WHERE number = :number
            """)
        addNewToDo = try RawStatement(
            db,
            """
            INSERT INTO undo_todo(change, number, \(UndoTable.addedToDoColumns))
                SELECT :change, number, \(UndoTable.addedToDoColumns) FROM todo WHERE number = :number
            """)
    }

    /// Records that the bookmark or rating of a song has changed; `song` is as it was before.
    func recordAnnotation(of song: Music) throws {
        addSong.bind(["change": .integer(try change()), "music": .integer(song.id.stored)])
        try addSong.bind(["rating": SQLValue(action == .rate ? song.rating?.rawValue : nil)]).run()
    }

    /// Records that an album or artist had other annotations before.
    func recordAnnotations(_ before: SubjectAnnotations, of subject: AnnotatedSubject) throws {
        let insert = try RawStatement(
            db,
            """
            INSERT INTO undo_annotation(change, id, bookmarked, rating, artist, album)
                VALUES (:change, :id, :bookmarked, :rating, :artist, :album)
            """, isCached: true)
        try insert.bind(["change": .integer(try change())]).bind(subject, before).run()
    }

    /// Records a stored to-do before its first change.
    ///
    /// `firstAction` replaces the action if this is the first record of the change.
    func recordToDo(_ number: Int, firstAction: UndoableChange.Action? = nil) throws {
        if self.number == nil, let firstAction { action = firstAction }
        try addToDo.bind(["change": .integer(try change()), "number": SQLValue(number)]).run()
    }

    /// Records a change of a playlist, which has a name before it or was created with it.
    ///
    /// `songs` were added, moved or removed. `replacement` describes the replaced entries, and `search` is that of a
    /// deleted saved search.
    func recordPlaylist(
        _ id: PlaylistID, name: String, songs: [MusicID] = [],
        _ replacement: StoredPlaylistEntries.Replacement = .init(start: 0, count: 0, replaced: []),
        search: SavedSearch? = nil
    ) throws {
        try RawStatement(
            db,
            """
            INSERT INTO undo_playlist(
                change, playlist, name, songs, start, count, replaced, text, sort, reversed, size)
                VALUES (
                    :change, :playlist, :name, :songs, :start, :count, :replaced, :text, :sort, :reversed, :size)
            """
        ).bind([
            "change": .integer(try change()), "playlist": .integer(id.stored), "name": .text(name),
            "songs": .text(songs.json), "start": SQLValue(replacement.start), "count": SQLValue(replacement.count),
            "replaced": .text(replacement.replaced.json), "text": SQLValue(search?.text),
            "sort": SQLValue(search?.order.rawValue), "reversed": SQLValue(search.map { $0.isReversed ? 1 : 0 }),
            "size": SQLValue(search?.limit),
        ]).run()
    }

    /// Records a change of the queue, and returns its number.
    @discardableResult
    static func record(_ edit: QueueEdit, made: Date, in db: Database) throws -> Int {
        let change = try UndoRecorder(db, edit.kind.action, made: made).change()
        try RawStatement(
            db,
            """
            INSERT INTO undo_queue(change, current, elapsed, shuffled) VALUES (:change, :current, :elapsed, :shuffled)
            """
        ).bind([
            "change": .integer(change), "current": SQLValue(edit.current),
            "elapsed": .integer(edit.elapsed.millisecondCount), "shuffled": .integer(edit.wasShuffled ? 1 : 0),
        ]).run()
        let insert = try RawStatement(
            db,
            """
            INSERT INTO undo_queue_entry(change, place, number, song, added, predecessor)
                VALUES (:change, :place, :number, :song, :added, :predecessor)
            """)
        func add(_ entry: PlayQueue.Entry, at place: Int, isAdded: Bool, predecessor: Int?) throws {
            try insert.bind([
                "change": .integer(change), "place": SQLValue(place), "number": SQLValue(entry.number),
                "song": .integer(entry.song.stored), "added": .integer(isAdded ? 1 : 0),
                "predecessor": SQLValue(predecessor),
            ]).run()
        }
        for (place, former) in edit.former.enumerated() {
            try add(former.entry, at: place, isAdded: false, predecessor: former.predecessor)
        }
        for (place, entry) in edit.added.enumerated() {
            try add(entry, at: edit.former.count + place, isAdded: true, predecessor: nil)
        }
        try db.execute(
            sql: """
                DELETE FROM undo WHERE number IN (
                    SELECT change FROM undo_queue ORDER BY change DESC LIMIT -1 OFFSET \(UndoableChange.queueLimit))
                """)
        return Int(change)
    }

    /// Records that a to-do was added.
    func recordAddedToDo(_ number: Int64) throws {
        try addNewToDo.bind(["change": .integer(try change()), "number": .integer(number)]).run()
    }

    /// Returns the number of the change; creates it, and drops the oldest one, on the first call.
    private func change() throws -> Int64 {
        if let number { return number }
        let insert = try RawStatement(
            db, "INSERT INTO undo(made, action) VALUES (:made, :action)",
            ["made": .integer(Int64(made.timeIntervalSince1970)), "action": .text(action.rawValue)])
        try insert.run()
        let number = db.lastInsertedRowID
        try db.execute(
            sql: """
                DELETE FROM undo
                    WHERE number NOT IN (SELECT number FROM undo ORDER BY number DESC LIMIT \(UndoableChange.limit))
                """)
        self.number = number
        return number
    }
}
