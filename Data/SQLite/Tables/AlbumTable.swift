import FermataDomain
import GRDB

/// The tables `album`, `album_genre` and `genre`: the albums of the library and their genres, derived from the songs.
///
/// Writes of songs mark their albums with `AlbumChanges`. At the end of the transaction, `update` derives these albums
/// again.
enum AlbumTable {
    /// Derives the marked albums again. O(n log m) for n songs of these albums, and all genres.
    ///
    /// Before the end of the initial import there is nothing to keep current, and no index that finds their songs.
    static func update(in db: Database) throws {
        let changes = try RawStatement(
            db, "SELECT name_key, artist_key FROM temp.changed_album ORDER BY name_key, artist_key", isCached: true)
        defer { changes.reset() }
        guard try changes.step() else { return }
        if try !InitialImport.isUnfinished(in: db) {
            let writer = try AlbumWriter(db)
            repeat { try writer.update(changes.text("name_key"), changes.text("artist_key")) } while try changes.step()
            try db.execute(sql: "DELETE FROM genre WHERE albums = 0")
        }
        changes.reset()
        try AlbumChanges.clear(in: db)
    }

    /// Derives all albums. Needs the index of songs by album. O(n) for n songs.
    static func fill(in db: Database) throws {
        try AlbumChanges.begin(in: db)
        try db.execute(sql: "DELETE FROM genre; DELETE FROM album_genre; DELETE FROM album")
        let writer = try AlbumWriter(db)
        try writer.fill()
        try db.execute(sql: "INSERT INTO genre \(genres)")
        try AlbumChanges.clear(in: db)
    }

    /// Selects the rows of `genre`.
    static let genres = """
        SELECT genre, sum(songs), sum(not_explicit), sum(clean), sum(songs > 0), sum(not_explicit > 0), sum(clean > 0)
            FROM album_genre GROUP BY genre
        """

    /// The column of `album_genre` and `genre` with the number of songs that a filter allows.
    static func count(of filter: ExplicitFilter) -> String {
        switch filter {
        case .all: "songs"
        case .notExplicit: "not_explicit"
        case .cleanOnly: "clean"
        }
    }

    /// The column of `genre` with the number of albums of these songs.
    static func albumCount(of filter: ExplicitFilter) -> String {
        switch filter {
        case .all: "albums"
        case .notExplicit: "not_explicit_albums"
        case .cleanOnly: "clean_albums"
        }
    }

    /// The bit of a filter in `allowed`.
    static func bit(of filter: ExplicitFilter) -> Int64 {
        switch filter {
        case .all: 1
        case .notExplicit: 2
        case .cleanOnly: 4
        }
    }
}

/// Marks the albums whose songs change in a transaction, by their sort keys before and after the change.
final class AlbumChanges {
    private static let table = """
        CREATE TEMP TABLE changed_album(
            name_key TEXT NOT NULL, artist_key TEXT NOT NULL, PRIMARY KEY (name_key, artist_key)) WITHOUT ROWID
        """
    private let insert: RawStatement
    private let find: RawStatement
    private let markRow: RawStatement

    /// `begin` must have been called in the transaction.
    init(_ db: Database) throws {
        insert = try RawStatement(
            db, "INSERT OR IGNORE INTO temp.changed_album(name_key, artist_key) VALUES (:name_key, :artist_key)")
        find = try RawStatement(db, "SELECT album_key, album_artist_key FROM music WHERE row = :row")
        markRow = try RawStatement(db, Self.mark(rows: ":row"))
    }

    /// Creates the table of marks of the connection, unless it exists.
    static func begin(in db: Database) throws {
        // GRDB would drop its prepared statements after each `CREATE TABLE IF NOT EXISTS`.
        let find = try RawStatement(
            db, "SELECT 1 FROM temp.sqlite_master WHERE name = 'changed_album'", isCached: true)
        if try !find.hasRow() { try db.execute(sql: table) }
    }

    static func clear(in db: Database) throws { try db.execute(sql: "DELETE FROM temp.changed_album") }

    /// A statement that marks the albums of rows of music; `rows` is a list or a `SELECT`.
    static func mark(rows: String) -> String {
        """
        INSERT OR IGNORE INTO temp.changed_album(name_key, artist_key)
            SELECT album_key, album_artist_key FROM main.music WHERE row IN (\(rows))
        """
    }

    func mark(row: Int64) throws { try markRow.bind(["row": .integer(row)]).run() }

    func mark(_ record: ParsedRecord) throws { try mark((record.album.text, record.albumArtist.text)) }

    func mark(_ album: (nameKey: String, artistKey: String)) throws {
        try insert.bind(["name_key": .text(album.nameKey), "artist_key": .text(album.artistKey)]).run()
    }

    /// The sort keys of the album of a row.
    func album(ofRow row: Int64) throws -> (nameKey: String, artistKey: String)? {
        try find.bind(["row": .integer(row)]).first { ($0.text("album_key"), $0.text("album_artist_key")) }
    }
}

/// Derives albums from the songs with equal sort keys, and writes them.
private final class AlbumWriter {
    /// Selects songs with the values of their albums. Names count only if their keys are empty.
    private static let songs = """
        SELECT album_key, album_artist_key, edition, release, explicit, genre, released, added, plays, played,
                iif(album_key = \(ArtistColumns.emptyKey), album, NULL) AS name,
                iif(album_artist_key = \(ArtistColumns.emptyKey), \(SQLCondition.albumArtist), NULL) AS artist
            FROM music INDEXED BY music_by_album
        """

    private let db: Database
    private let songOfAlbum: RawStatement
    private let stored: RawStatement
    private let storedGenres: RawStatement
    private let insert: RawStatement
    private let insertGenre: RawStatement
    private let remove: RawStatement
    private let removeGenres: RawStatement
    private let count: RawStatement

    init(_ db: Database) throws {
        self.db = db
        songOfAlbum = try RawStatement(
            db, "\(Self.songs) WHERE album_key = :name_key AND album_artist_key = :artist_key")
        stored = try RawStatement(
            db,
            """
            SELECT row, id, other_id, allowed, name, artist, release, released, added, plays, played FROM album
                WHERE name_key = :name_key AND artist_key = :artist_key
            """)
        storedGenres = try RawStatement(
            db, "SELECT genre, songs, not_explicit, clean FROM album_genre WHERE album = :album")
        insert = try RawStatement(
            db,
            """
            INSERT INTO album(
                id, other_id, allowed, name_key, artist_key, name, artist, release, released, added, plays, played)
                VALUES (
                    :id, :other_id, :allowed, :name_key, :artist_key, :name, :artist, :release, :released, :added,
                    :plays, :played)
            """)
        insertGenre = try RawStatement(
            db,
            """
            INSERT INTO album_genre(genre, album, songs, not_explicit, clean)
                VALUES (:genre, :album, :songs, :not_explicit, :clean)
            """)
        remove = try RawStatement(db, "DELETE FROM album WHERE row = :row")
        removeGenres = try RawStatement(db, "DELETE FROM album_genre WHERE album = :album")
        count = try RawStatement(
            db,
            """
            INSERT INTO genre
                SELECT genre, :times * songs, :times * not_explicit, :times * clean, :times * (songs > 0),
                        :times * (not_explicit > 0), :times * (clean > 0)
                    FROM album_genre WHERE album = :album
                ON CONFLICT (name) DO UPDATE SET
                    songs = songs + excluded.songs, not_explicit = not_explicit + excluded.not_explicit,
                    clean = clean + excluded.clean, albums = albums + excluded.albums,
                    not_explicit_albums = not_explicit_albums + excluded.not_explicit_albums,
                    clean_albums = clean_albums + excluded.clean_albums
            """)
    }

    /// Writes the albums of all songs into the empty tables.
    func fill() throws {
        let all = try RawStatement(db, "\(Self.songs) ORDER BY album_key, album_artist_key")
        let changes = try AlbumChanges(db)
        var group: AlbumSongs?
        while try all.step() {
            let (name, artist) = (all.text("album_key"), all.text("album_artist_key"))
            if let last = group, last.nameKey != name || last.artistKey != artist {
                try insert(last, changes)
                group = nil
            }
            if group == nil { group = AlbumSongs(nameKey: name, artistKey: artist) }
            group?.add(all)
        }
        if let group { try insert(group, changes) }
        let marked = try RawStatement(db, "SELECT name_key, artist_key FROM temp.changed_album")
        while try marked.step() {
            try updateEditions(of: songs(marked.text("name_key"), marked.text("artist_key")))
        }
    }

    /// Writes the albums of a group, and marks it if its editions change: writing these would change the index that is
    /// read.
    private func insert(_ group: AlbumSongs, _ changes: AlbumChanges) throws {
        for album in group.albums { try insert(album, of: group) }
        if group.newEditions != nil { try changes.mark((group.nameKey, group.artistKey)) }
    }

    /// Writes the albums of the songs with two sort keys, and removes those that have changed.
    func update(_ nameKey: String, _ artistKey: String) throws {
        let group = try songs(nameKey, artistKey)
        try updateEditions(of: group)
        var albums = Set(group.albums)
        for (row, album) in try storedAlbums(nameKey, artistKey) where albums.remove(album) == nil {
            try count.bind(["album": .integer(row), "times": .integer(-1)]).run()
            try removeGenres.bind(["album": .integer(row)]).run()
            try remove.bind(["row": .integer(row)]).run()
        }
        for album in albums {
            let row = try insert(album, of: group)
            try count.bind(["album": .integer(row), "times": .integer(1)]).run()
        }
    }

    private func songs(_ nameKey: String, _ artistKey: String) throws -> AlbumSongs {
        var group = AlbumSongs(nameKey: nameKey, artistKey: artistKey)
        songOfAlbum.bind(["name_key": .text(nameKey), "artist_key": .text(artistKey)])
        defer { songOfAlbum.reset() }
        while try songOfAlbum.step() { group.add(songOfAlbum) }
        return group
    }

    private func storedAlbums(_ nameKey: String, _ artistKey: String) throws -> [(row: Int64, album: DerivedAlbum)] {
        stored.bind(["name_key": .text(nameKey), "artist_key": .text(artistKey)])
        return try stored.all { row in
            var album = DerivedAlbum(
                id: row.integer("id"), otherID: row.integer("other_id"), allowed: row.integer("allowed"),
                name: row.optionalText("name"),
                artist: row.optionalText("artist"), release: row.blob("release"),
                values: AlbumValues(
                    released: row.optionalInteger("released"), added: row.integer("added"),
                    plays: row.optionalInteger("plays") ?? 0, played: row.optionalInteger("played")))
            let number = row.integer("row")
            storedGenres.bind(["album": .integer(number)])
            for genre in try storedGenres.all(Self.genre) { album.genres[genre.name] = genre.counts }
            return (number, album)
        }
    }

    private static func genre(_ row: RawStatement) -> (name: String, counts: [Int64]) {
        (row.text("genre"), [row.integer("songs"), row.integer("not_explicit"), row.integer("clean")])
    }

    /// Returns the row of the album.
    @discardableResult
    private func insert(_ album: DerivedAlbum, of group: AlbumSongs) throws -> Int64 {
        try insert.bind([
            "id": .integer(album.id), "other_id": .integer(album.otherID), "allowed": .integer(album.allowed),
            "name_key": .text(group.nameKey),
            "artist_key": .text(group.artistKey), "name": SQLValue(album.name), "artist": SQLValue(album.artist),
            "release": album.release.map(SQLValue.blob) ?? .null, "released": SQLValue(album.values.released),
            "added": .integer(album.values.added),
            "plays": SQLValue(album.values.plays == 0 ? nil : album.values.plays),
            "played": SQLValue(album.values.played),
        ]).run()
        let row = db.lastInsertedRowID
        for (genre, counts) in album.genres {
            try insertGenre.bind([
                "genre": .text(genre), "album": .integer(row), "songs": .integer(counts[0]),
                "not_explicit": .integer(counts[1]), "clean": .integer(counts[2]),
            ]).run()
        }
        return row
    }

    /// Stores the albums of the songs of a group, if they have changed.
    private func updateEditions(of group: AlbumSongs) throws {
        guard let editions = group.newEditions else { return }
        let keys = SQLCondition(
            "album_key = :name_key AND album_artist_key = :artist_key",
            ["name_key": .text(group.nameKey), "artist_key": .text(group.artistKey)])
        try RawStatement(
            db, MusicTable.setEdition(where: keys.sql), keys.values.merging(["edition": .null]) { $1 }
        ).run()
        for (edition, album) in editions {
            let songs = SQLCondition(album.key, album.release)
            try RawStatement(
                db, MusicTable.setEdition(where: songs.sql), songs.values.merging(["edition": .integer(edition)]) { $1 }
            ).run()
        }
    }
}

/// The values of some songs by which albums are ordered.
private struct AlbumValues: Hashable {
    var released: Int?
    var added: Int64
    var plays: Int
    var played: Int?

    mutating func add(_ other: AlbumValues) {
        if let date = other.released { released = max(released ?? date, date) }
        added = max(added, other.added)
        plays = plays.adding(saturating: other.plays)
        if let time = other.played { played = max(played ?? time, time) }
    }
}

/// A row of `album` without its sort keys, and its rows of `album_genre`.
private struct DerivedAlbum: Hashable {
    let id: Int64
    let otherID: Int64
    var allowed: Int64
    let name: String?
    let artist: String?
    let release: [UInt8]?
    let values: AlbumValues
    /// The number of songs for each filter.
    var genres: [String: [Int64]] = [:]
}

/// Songs with equal sort keys of album and artist: usually of one album.
private struct AlbumSongs {
    /// What distinguishes songs that are in one album for every filter from others.
    private struct Names: Hashable {
        let name: String?
        let artist: String?
        let release: MusicBrainzID?
        let explicit: ExplicitStatus
    }

    private struct Part {
        let names: Names
        var values: AlbumValues
        /// The stored edition of the first song, and whether that of another one differs.
        let edition: Int64?
        var hasOtherEditions = false
        var genres: [String: Int64] = [:]
    }

    /// Of more parts, each is found by its names.
    private static let fewParts = 8

    let nameKey: String
    let artistKey: String
    private var parts: [Part] = []
    private var places: [Names: Int] = [:]

    init(nameKey: String, artistKey: String) {
        (self.nameKey, self.artistKey) = (nameKey, artistKey)
    }

    /// Adds the song of a row of `AlbumWriter.songs`.
    mutating func add(_ row: RawStatement) {
        let edition = row.optionalInteger("edition").map(Int64.init)
        let release = row.blob("release").flatMap(MusicBrainzID.init(stored:))
        let explicit = MusicRow.explicit(row.integer("explicit"))
        let genre = row.optionalText("genre")
        let values = AlbumValues(
            released: row.optionalInteger("released"), added: row.integer("added"),
            plays: row.optionalInteger("plays") ?? 0, played: row.optionalInteger("played"))
        let names = Names(
            name: row.optionalText("name"), artist: row.optionalText("artist"), release: release, explicit: explicit)
        let place: Int
        if let known = self.place(of: names) {
            place = known
            parts[place].values.add(values)
            if parts[place].edition != edition { parts[place].hasOtherEditions = true }
        } else {
            place = parts.count
            places[names] = place
            parts.append(Part(names: names, values: values, edition: edition))
        }
        if let genre { parts[place].genres[genre, default: 0] += 1 }
    }

    private func place(of names: Names) -> Int? {
        parts.count > Self.fewParts ? places[names] : parts.firstIndex { $0.names == names }
    }

    /// The albums for all filters; one has several filters if they allow songs with the same values.
    var albums: [DerivedAlbum] {
        var albums: [DerivedAlbum] = []
        for (filter, index) in zip(ExplicitFilter.allCases, 0...) {
            for (key, release, parts) in split(parts.filter { filter.allows($0.names.explicit) }) {
                var values = parts[0].values
                for part in parts.dropFirst() { values.add(part.values) }
                let id = AlbumID(key, release).stored
                let other = AlbumID(key, release.alternative(of: parts.map(\.names.release))).stored
                let known = albums.firstIndex { $0.id == id && $0.otherID == other && $0.values == values }
                let place = known ?? albums.count
                if known == nil {
                    albums.append(
                        DerivedAlbum(
                            id: id, otherID: other, allowed: 0, name: key.name.raw, artist: key.artist.raw,
                            release: release.stored,
                            values: values))
                }
                albums[place].allowed |= AlbumTable.bit(of: filter)
                for part in parts {
                    for (genre, count) in part.genres {
                        albums[place].genres[genre, default: [0, 0, 0]][index] += count
                    }
                }
            }
        }
        return albums
    }

    /// The editions to store, each with the songs of its album, if the stored ones differ; other songs have none.
    var newEditions: [(edition: Int64, album: (key: AlbumKey, release: AlbumRelease))]? {
        let albums = split(parts)
        let hasOthers = albums.reduce(0) { $0 + $1.parts.count } < parts.count
        let isOnly = albums.count == 1 && !hasOthers
        let isCurrent = parts.allSatisfy { part in
            let album =
                isOnly ? nil : albums.first { $0.key == key(of: part) && $0.release.contains(part.names.release) }
            return !part.hasOtherEditions && part.edition == album.map { AlbumID($0.key, $0.release).stored }
        }
        if isCurrent { return nil }
        return isOnly ? [] : albums.map { (AlbumID($0.key, $0.release).stored, ($0.key, $0.release)) }
    }

    private func split(_ parts: [Part]) -> [(key: AlbumKey, release: AlbumRelease, parts: [Part])] {
        guard let first = parts.first else { return [] }
        let isOneName = parts.allSatisfy { $0.names.name == first.names.name && $0.names.artist == first.names.artist }
        if isOneName { return key(of: first).map { Self.split(parts, of: $0) } ?? [] }
        return Dictionary(grouping: parts, by: key).flatMap { key, parts in key.map { Self.split(parts, of: $0) } ?? []
        }
    }

    private static func split(
        _ parts: [Part], of key: AlbumKey
    ) -> [(key: AlbumKey, release: AlbumRelease, parts: [Part])] {
        if parts.allSatisfy({ $0.names.release == nil }) { return [(key, .any, parts)] }
        return AlbumRelease.releases(of: parts.map(\.names.release)).map { release in
            (key, release, parts.filter { release.contains($0.names.release) })
        }
    }

    /// Nil for songs without an album's name.
    private func key(of part: Part) -> AlbumKey? {
        AlbumKey(
            name: ArtistName(key: SortKey(key: nameKey), raw: part.names.name),
            artist: ArtistName(key: SortKey(key: artistKey), raw: part.names.artist))
    }
}

extension AlbumRelease {
    /// The value of a column.
    fileprivate var stored: [UInt8]? {
        switch self {
        case .any: nil
        case .known(let id): id.stored
        case .without: [0]
        }
    }

    /// The release that a column stores.
    init(stored bytes: [UInt8]?) {
        self = bytes.map { MusicBrainzID(stored: $0).map(AlbumRelease.known) ?? .without } ?? .any
    }
}

extension AlbumID {
    var stored: Int64 { Int64(bitPattern: value) }
}
