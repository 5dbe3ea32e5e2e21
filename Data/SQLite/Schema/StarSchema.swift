/// SQL about the songs whose sources store stars.
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
}
