/// The tables of the changes that a person can undo.
enum UndoSchema {
    /// The columns of a to-do that a change can restore.
    static let toDoColumns = "done, " + addedToDoColumns
    /// The columns that describe an added to-do.
    static let addedToDoColumns = """
        position, fingerprint, title, description, day, moment, place, latitude, longitude, music, artist, address,
        town_only
        """

    /// `undo.made` is in seconds since 1970.
    ///
    /// `undo_bookmark` refers to songs by the id that they had. `undo_todo` stores to-dos as they were before the
    /// change; an added to-do as it was added, with `done` null.
    static let tables = """
        CREATE TABLE undo(number INTEGER PRIMARY KEY, made INTEGER NOT NULL, action TEXT NOT NULL);
        CREATE TABLE undo_bookmark(
            change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, music INTEGER NOT NULL);
        CREATE INDEX undo_bookmark_change ON undo_bookmark(change, music);
        CREATE TABLE undo_todo(
            change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, number INTEGER NOT NULL,
            done INTEGER, position INTEGER, fingerprint INTEGER, title TEXT, description TEXT, day TEXT, moment INTEGER,
            place TEXT, latitude INTEGER, longitude INTEGER, music INTEGER, artist TEXT, address TEXT,
            town_only INTEGER, PRIMARY KEY (change, number)) WITHOUT ROWID;
        """
}
