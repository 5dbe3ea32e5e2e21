/// The tables of recordings, and of each source's values of shared songs.
enum RecordingSchema {
    /// `recording.row` is the song's row. It also distinguishes these rows from other tables' rows in a damaged file.
    /// `merged_record.id` is that of the record.
    static let tables = """
        CREATE TABLE recording(record INTEGER PRIMARY KEY, id BLOB NOT NULL, row INTEGER NOT NULL);
        CREATE INDEX recording_id ON recording(id);
        CREATE TABLE merged_record(
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT NOT NULL,
            duration INTEGER NOT NULL, explicit INTEGER NOT NULL, audio TEXT);
        """
    /// Makes the next syncs read the records of shared rows, which an earlier version did not store.
    static let readAgain = """
        UPDATE source SET revision = \(LibrarySchema.outdatedRevision) WHERE id IN (
            SELECT source FROM record WHERE row IN (SELECT row FROM music WHERE \(isShared)));
        UPDATE record SET fingerprint = NULL WHERE row IN (SELECT row FROM music WHERE \(isShared));
        """
    /// A condition on rows of music: several sources provide them.
    static let isShared = "sources & (sources - 1) <> 0"
}
