import FermataDomain
import GRDB

/// Names of songs that the search index does not have, each found once by an index of its own.
///
/// A word is compared with the different names, of which there are few, instead of with those of each song.
enum StoredNames {
    /// More names are not looked up one by one.
    private static let limit = 500
    /// The songs without a sort key of their album, with a genre.
    static let songsWithoutAlbum = """
        music INDEXED BY music_genre_without_album WHERE album_key = \(ArtistColumns.emptyKey) AND genre IS NOT NULL
        """
    private static let otherArtists = "music WHERE album_artist <> '' AND album_artist <> artist"

    /// Selects the songs that may have a genre with a word: those of all albums with the genre, and those without an
    /// album. Nil if too many genres have the word, or if an initial import has not ended.
    static func songs(ofGenreWith word: SearchWord, parameter: String, in db: Database) throws -> SQLCondition? {
        try genres(with: word, in: db).flatMap { genres in
            condition(genres, parameter) { list in
                """
                SELECT music.row AS row FROM album_genre CROSS JOIN album ON album.row = album_genre.album
                        CROSS JOIN music ON \(SQLCondition.isSongOfAlbum)
                    WHERE album_genre.genre IN (\(list)) AND album.allowed & \(AlbumTable.bit(of: .all)) <> 0
                UNION ALL SELECT row FROM \(songsWithoutAlbum) AND genre IN (\(list))
                """
            }
        }
    }

    /// Selects the rows of albums with songs that a filter allows of a genre with a word; nil as for songs.
    static func albums(
        ofGenreWith word: SearchWord, allowing filter: ExplicitFilter, parameter: String, in db: Database
    ) throws -> SQLCondition? {
        try genres(with: word, in: db).flatMap { genres in
            condition(genres, parameter) { list in
                "SELECT album FROM album_genre WHERE genre IN (\(list)) AND \(AlbumTable.count(of: filter)) > 0"
            }
        }
    }

    /// Selects the songs whose album has an artist with a word that they do not show themselves.
    ///
    /// Nil if too many artists have the word.
    static func songs(
        ofOtherAlbumArtistWith word: SearchWord, parameter: String, in db: Database
    ) throws -> SQLCondition? {
        let artists = try names("album_artist", of: "\(otherArtists)", with: word, in: db)
        return condition(artists, parameter) { "SELECT row FROM \(otherArtists) AND album_artist IN (\($0))" }
    }

    /// Nil before the end of an initial import, when their indexes are missing.
    private static func genres(with word: SearchWord, in db: Database) throws -> Set<String>? {
        if try InitialImport.isUnfinished(in: db) { return nil }
        let ofAlbums = try names("name", of: "genre WHERE TRUE", with: word, in: db)
        return try ofAlbums.union(names("genre", of: songsWithoutAlbum, with: word, in: db))
    }

    /// The different values of a column that contain a word, or some more than the limit. O(n log m) for n values of m
    /// rows.
    private static func names(
        _ column: String, of rows: String, with word: SearchWord, in db: Database
    ) throws -> Set<String> {
        let next = try RawStatement(
            db, "SELECT \(column) AS name FROM \(rows) AND \(column) > :last ORDER BY \(column) LIMIT 1")
        var (found, last): (Set<String>, String) = ([], "")
        while found.count <= limit, let name = try next.bind(["last": .text(last)]).first({ $0.text("name") }) {
            // A damaged text is read as another one, which may not follow the last one.
            guard last.utf8.lexicographicallyPrecedes(name.utf8) else { break }
            if SearchText([name]).contains(word) { found.insert(name) }
            last = name
        }
        return found
    }

    private static func condition(
        _ names: Set<String>, _ parameter: String, _ select: (_ list: String) -> String
    ) -> SQLCondition? {
        guard names.count <= limit else { return nil }
        let named = names.enumerated().map { ("\(parameter)_\($0)", SQLValue.text($1)) }
        // SQLite finds no plan for an empty list and `INDEXED BY`. Nothing equals NULL.
        let list = named.isEmpty ? "NULL" : named.map { ":\($0.0)" }.joined(separator: ", ")
        return SQLCondition(select(list), Dictionary(uniqueKeysWithValues: named))
    }
}
