/// What refers to a song by the id of its row.
enum MusicReferences {
    /// A `SELECT` of the ids of songs that are in the queue or the subject of a to-do.
    static let ids = """
        SELECT song FROM queue UNION ALL SELECT music FROM todo WHERE music IS NOT NULL
        UNION ALL SELECT music FROM undo_todo WHERE music IS NOT NULL
        """
}
