import FermataDomain
import GRDB

/// The tables `annotation` and `annotation_change`: the bookmarks and ratings of albums and artists, and their changes
/// that wait for sources.
enum AnnotationTable {
    /// A condition that joins the annotations of a row of `album`, as `Album.annotationIDs` defines.
    static let isOfAlbum = """
        annotation.id = coalesce(
            (SELECT id FROM annotation AS first WHERE first.id = iif(album.release IS NULL, album.other_id, album.id)),
            iif(album.release IS NULL, album.id, album.other_id))
        """
    /// Whether a row has a bookmark or a rating, rather than that a release has neither.
    static let isSet = "(bookmarked <> 0 OR rating IS NOT NULL)"

    /// The time of the bookmark of a row, as an expression; null if it is unknown.
    static let time = "(SELECT time FROM bookmark_time WHERE bookmark_time.id = annotation.id)"

    /// Statements that restore the values of a repaired library.
    static let repair = """
        UPDATE annotation SET rating = NULL WHERE rating NOT BETWEEN 1 AND 5;
        DELETE FROM annotation_change WHERE source NOT IN (SELECT id FROM source);
        """

    static func annotations(_ row: RawStatement) -> SubjectAnnotations {
        SubjectAnnotations(
            isBookmarked: row.optionalInteger("bookmarked") == 1,
            rating: row.optionalInteger("rating").flatMap(Rating.init))
    }

    /// Reads the annotations, and the time of the bookmark from the column `time`.
    static func datedAnnotations(_ row: RawStatement) -> SubjectAnnotations {
        var annotations = annotations(row)
        if annotations.isBookmarked { annotations.bookmarked = row.time("time") }
        return annotations
    }

    /// Reads the columns `id`, `artist` and `album`.
    static func subject(_ row: RawStatement) -> AnnotatedSubject {
        let artist = row.text("artist").cut(to: TextLimits.name)
        guard let album = row.optionalText("album") else { return .artist(artist) }
        let id = AlbumID(UInt64(bitPattern: row.integer("id")))
        return .album(id, name: album.cut(to: TextLimits.name), artist: artist)
    }
}

/// Reads the annotations of albums and artists.
struct SubjectAnnotationReader {
    private let find: RawStatement
    private let findOther: RawStatement

    init(_ db: Database) throws {
        find = try RawStatement(
            db, "SELECT bookmarked, rating, \(AnnotationTable.time) AS time FROM annotation WHERE id = :id",
            isCached: true)
        findOther = try RawStatement(
            db,
            """
            SELECT other_id, release IS NULL AS has_any FROM album WHERE id = :id ORDER BY allowed & 1 DESC LIMIT 1
            """, isCached: true)
    }

    func annotations(of subject: AnnotatedSubject) throws -> SubjectAnnotations {
        try place(of: subject).annotations ?? SubjectAnnotations()
    }

    /// Returns the id under which changed annotations of a subject are stored, the stored ones, and whether others would
    /// count without a row of this id.
    fileprivate func place(
        of subject: AnnotatedSubject
    ) throws -> (id: Int64, annotations: SubjectAnnotations?, hidesOthers: Bool) {
        let id = subject.storedID
        let own = try stored(id)
        guard case .album = subject,
            let other = try findOther.bind(["id": .integer(id)]).first({
                (id: $0.integer("other_id"), isOfRelease: $0.integer("has_any") == 1)
            })
        else { return (id, own, false) }
        let others = try stored(other.id)
        if other.isOfRelease, let others { return (other.id, others, own != nil) }
        return (id, own ?? others, !other.isOfRelease && others != nil)
    }

    private func stored(_ id: Int64) throws -> SubjectAnnotations? {
        try find.bind(["id": .integer(id)]).first(AnnotationTable.datedAnnotations)
    }
}

/// Writes the annotations of albums and artists.
struct SubjectAnnotationWriter {
    private let reader: SubjectAnnotationReader
    private let store: RawStatement
    private let remove: RawStatement
    private let db: Database

    init(_ db: Database) throws {
        self.db = db
        reader = try SubjectAnnotationReader(db)
        store = try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO annotation(id, bookmarked, rating, artist, album)
                VALUES (:id, :bookmarked, :rating, :artist, :album)
            """)
        remove = try RawStatement(db, "DELETE FROM annotation WHERE id = :id")
    }

    /// Changes the stored annotations; their changes then wait for the sources of the songs. Returns the annotations
    /// before that; nil if `change` changes nothing.
    @discardableResult
    func change(
        _ subject: AnnotatedSubject, _ change: (inout SubjectAnnotations) -> Void
    ) throws -> SubjectAnnotations? {
        let (id, stored, hidesOthers) = try reader.place(of: subject)
        let before = stored ?? SubjectAnnotations()
        var annotations = before
        change(&annotations)
        if annotations == before { return nil }
        if annotations.isBookmarked != before.isBookmarked {
            try addChange(.bookmark(annotations.isBookmarked), of: subject)
        }
        if annotations.rating != before.rating {
            try addChange(.rate(annotations.rating), of: subject)
        }
        try BookmarkTimeTable.set(annotations.bookmarked, of: id, in: db)
        if annotations == SubjectAnnotations() && !hidesOthers {
            try remove.bind(["id": .integer(id)]).run()
        } else {
            try store.bind(subject, annotations).bind(["id": .integer(id)]).run()
        }
        return before
    }

    /// Removes a change that its source has received, as `SubjectChangeRepository.remove` defines.
    func removeReceived(_ change: SubjectChange) throws {
        let delete = "DELETE FROM annotation_change WHERE number = \(change.number)"
        if try RawStatement(db, delete).run() { return }
        let present = change.edit.setting(try reader.annotations(of: change.subject))
        // Sources that have the value receive it once more, which changes nothing there.
        if present != change.edit { try addChange(present, of: change.subject) }
    }

    /// Adds a change for each source that has a key of a song of the album or artist: for an artist, if possible, of a
    /// song that shows no other one, because a source may state the id of the first artist only.
    private func addChange(_ edit: AnnotationEdit, of subject: AnnotatedSubject) throws {
        let (value, isRating) =
            switch edit {
            case .bookmark(let isBookmarked): (isBookmarked ? 1 : 0, false)
            case .rate(let rating): (rating?.rawValue ?? 0, true)
            }
        let songs: (tables: String, condition: SQLCondition)
        switch subject {
        case .album:
            let isOfAlbum = SQLCondition("album.id = :album_id", ["album_id": .integer(subject.storedID)])
            songs = ("album CROSS JOIN music ON \(SQLCondition.isSongOfAlbum)", isOfAlbum)
        case .artist(let name): songs = ("music", try MusicSelection.songs(of: name, in: db))
        }
        let insert = try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO annotation_change(source, annotation, is_rating, value, key, artist, album)
                SELECT star.source, :id, :is_rating, :value,
                        coalesce(min(iif(music.artist_key = :shown_key, star.key, NULL)), min(star.key)),
                        :artist, :album_name FROM \(songs.tables)
                    CROSS JOIN record ON record.row = music.row CROSS JOIN star ON star.record = record.id
                    WHERE star.source IN (\(SourceTable.storingAnnotations)) AND \(songs.condition.sql)
                    GROUP BY star.source
            """, songs.condition.values)
        let (artist, album) = subject.names
        try insert.bind([
            "id": .integer(subject.storedID), "is_rating": .integer(isRating ? 1 : 0), "value": SQLValue(value),
            "artist": .text(artist), "album_name": SQLValue(album), "shown_key": .text(SortKey(artist).text),
        ]).run()
    }
}

extension AnnotatedSubject {
    var storedID: Int64 { Int64(bitPattern: id) }

    /// The values of the columns `artist` and `album`.
    fileprivate var names: (artist: String, album: String?) {
        switch self {
        case .album(_, let name, let artist): (artist, name)
        case .artist(let name): (name, nil)
        }
    }
}

extension RawStatement {
    /// Binds the columns of `annotation`.
    @discardableResult
    func bind(_ subject: AnnotatedSubject, _ annotations: SubjectAnnotations) -> RawStatement {
        let (artist, album) = subject.names
        return bind([
            "id": .integer(subject.storedID), "bookmarked": .integer(annotations.isBookmarked ? 1 : 0),
            "rating": SQLValue(annotations.rating?.rawValue), "artist": .text(artist), "album": SQLValue(album),
        ])
    }
}
