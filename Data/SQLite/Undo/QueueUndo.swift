import FermataDomain
import Foundation
import GRDB

/// The tables `undo_queue` and `undo_queue_entry`: the changes of the queue that can be undone.
enum QueueUndo {
    /// Records a change of the queue, and returns its number.
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
        try UndoTable.delete(
            "SELECT change FROM undo_queue ORDER BY change DESC LIMIT -1 OFFSET \(UndoableChange.queueLimit)", in: db)
        return Int(change)
    }

    /// Restores the stored queue at a time after `prepare`, removes the change, and returns the result. Throws
    /// `PlayerError.nothingToUndo` if the change is not one of the queue.
    static func restore(
        change: Int64, at time: Date, in db: Database, after prepare: (inout StoredPlayback) -> Void
    ) throws -> StoredPlayback {
        guard let edit = try edit(change, in: db) else { throw PlayerError.nothingToUndo }
        try UndoTable.delete("\(change)", in: db)
        return try PlaybackTable.update(at: time, in: db) { playback in
            prepare(&playback)
            playback.undo(edit)
        }.after
    }

    /// A statement that gives songs of the queue another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE undo_queue_entry SET song = \(id) WHERE song IN (\(ids))"
    }

    private static func edit(_ change: Int64, in db: Database) throws -> QueueEdit? {
        var (added, former): ([PlayQueue.Entry], [QueueEdit.FormerEntry]) = ([], [])
        let rows = try RawStatement(
            db,
            """
            SELECT number, song, added, predecessor FROM undo_queue_entry WHERE change = \(change) ORDER BY place
            """)
        while try rows.step() {
            let entry = PlayQueue.Entry(
                number: Int(rows.integer("number")), song: MusicID(stored: rows.integer("song")))
            if rows.integer("added") == 1 {
                added.append(entry)
            } else {
                former.append(.init(entry, after: rows.optionalInteger("predecessor")))
            }
        }
        let find = try RawStatement(
            db,
            """
            SELECT action, current, elapsed, shuffled FROM undo_queue JOIN undo ON undo.number = change
                WHERE change = \(change)
            """)
        let found = try find.first { row -> QueueEdit? in
            let action = row.text("action")
            guard let kind = QueueEdit.Kind.allCases.first(where: { $0.action.rawValue == action }) else { return nil }
            return QueueEdit(
                kind, added: added, former: former, current: row.optionalInteger("current"),
                elapsed: .milliseconds(row.integer("elapsed")), wasShuffled: row.integer("shuffled") == 1)
        }
        return found ?? nil
    }
}
