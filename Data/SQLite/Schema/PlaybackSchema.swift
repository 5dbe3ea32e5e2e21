/// The tables of the queue and of the history.
///
/// Songs are stored by the id of a record, so that their entries survive merging and a removal until they return.
enum PlaybackSchema {
    /// `playback` has at most one row. `position` is that of the current entry of `queue`, null before the first entry
    /// and after the last one; `elapsed` is in milliseconds, `volume` in percent.
    ///
    /// `queue.position` is the order of playing, `number` that of adding. `play.started` is in seconds since 1970. The
    /// number of columns also distinguishes the rows of both tables in a damaged file.
    static let tables = """
        CREATE TABLE playback(
            id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER, elapsed INTEGER NOT NULL, volume INTEGER NOT NULL,
            repetition TEXT NOT NULL, shuffled INTEGER NOT NULL);
        CREATE TABLE queue(
            position INTEGER PRIMARY KEY, number INTEGER NOT NULL, song INTEGER NOT NULL,
            playback INTEGER NOT NULL DEFAULT 1);
        CREATE TABLE play(number INTEGER PRIMARY KEY, song INTEGER NOT NULL, started INTEGER NOT NULL);
        CREATE INDEX play_started ON play(started, number, song);
        """

    /// `music.plays` and `music.played`, the start of the last play, are null for a song that was never played.
    ///
    /// `scrobble` has the plays that the source of a song has not received yet. `key` identifies the song within its
    /// source; `started` and `claimed`, when a program last began to send the play, are in seconds since 1970.
    static let counts = """
        ALTER TABLE music ADD COLUMN plays INTEGER;
        ALTER TABLE music ADD COLUMN played INTEGER;
        CREATE INDEX play_song ON play(song, started);
        \(MusicOrdering.ofPlayedSongs.map { $0.playedIndex.sql + ";" }.joined(separator: "\n"))
        CREATE TABLE scrobble(
            number INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, started INTEGER NOT NULL,
            claimed INTEGER);
        CREATE INDEX scrobble_source ON scrobble(source);
        """
}
