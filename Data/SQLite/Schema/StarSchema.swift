/// The table of songs whose source stores stars, and of the changes that wait for these sources.
enum StarSchema {
    /// The number of the next change, greater than those of the changes that wait or were sent to the present sources.
    static let nextChange = """
        (1 + max((SELECT coalesce(max(changed), 0) FROM star WHERE changed IS NOT NULL),
            (SELECT coalesce(max(stars), 0) FROM source)))
        """

    /// Whether a song of `star` is bookmarked.
    static let isBookmarked = """
        (SELECT music.bookmarked FROM record JOIN music ON music.row = record.row WHERE record.id = star.record)
        """

    /// An `UPDATE` that marks missing stars of bookmarked songs as unread, so that the next sync sends the bookmarks.
    ///
    /// For records that have joined a bookmarked song; `records` is a list of ids or a `SELECT` of them.
    static func forgetMissing(of records: String) -> String {
        """
        UPDATE star SET starred = NULL
            WHERE record IN (\(records)) AND starred = 0 AND changed IS NULL AND \(isBookmarked) = 1
        """
    }

    /// `key` identifies a song within its source. `starred` is the last known star of the source, null before its first
    /// read.
    ///
    /// `changed` counts waiting changes upwards; it is null if none waits. The bookmark itself is the state that the
    /// source shall have. `sent` is null if no change was sent since the last verified one, 0 if the source may have
    /// received this or an earlier one, and 1 if it has accepted this one. `source.stars` grows with each delivery and
    /// each read, and is then greater than the number of every waiting change; it is null before the first one.
    static let tables = """
        ALTER TABLE source ADD COLUMN stars INTEGER;
        CREATE TABLE star(
            record INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, starred INTEGER, changed INTEGER,
            sent INTEGER);
        CREATE INDEX star_changed ON star(changed, record, source, sent) WHERE changed IS NOT NULL;
        """

    /// Makes each change of a bookmark wait, in the transaction that changes the bookmark.
    ///
    /// A change back to the source's state does not wait, unless the source may have received the first change. Versions 10
    /// to 14 had a trigger that used numbers again.
    static let trigger = """
        DROP TRIGGER IF EXISTS music_bookmarked;
        CREATE TRIGGER music_bookmarked AFTER UPDATE OF bookmarked ON music
            WHEN old.bookmarked <> new.bookmarked AND EXISTS (SELECT 1 FROM star) BEGIN
            UPDATE star
                SET changed = CASE WHEN sent IS NULL AND starred IS new.bookmarked THEN NULL ELSE \(nextChange) END,
                    sent = iif(sent IS NULL, NULL, 0)
                WHERE record IN (SELECT id FROM record WHERE record.row = new.row);
        END;
        """
}
