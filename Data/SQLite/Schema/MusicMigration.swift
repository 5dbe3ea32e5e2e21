import FermataDomain
import GRDB

/// The migrations of music that take time.
///
/// All steps of a migration are one transaction, so that a library is of one version or the other at any moment. Memory
/// is bounded by SQLite's caches.
struct MusicMigration {
    /// Receives each step before it starts, and nil at the end.
    typealias Progress = @Sendable (LibraryMigrationStep?) -> Void
    private struct Step {
        let work: LibraryMigrationStep.Work
        let run: (Database) throws -> Void
    }

    private let db: Database
    private let progress: Progress

    init(_ db: Database, progress: @escaping Progress) throws {
        self.db = db
        // A new library migrates at once, without progress.
        let hasMusic = try !db.isEmpty("music")
        if hasMusic { self.progress = progress } else { self.progress = { _ in } }
    }

    /// Moves lyrics into a table of their own, makes indexes smaller, and replaces the search index.
    func migrateToVersion8() throws {
        let isFilled = try LibrarySchema.isFilled(db)
        for name in (Self.orderIndexes + Self.bookmarkIndexes).map(\.name) + ["record_fingerprint"] {
            try db.execute(sql: "DROP INDEX IF EXISTS \(name)")
        }
        let indexes = Self.bookmarkIndexes + (isFilled ? LibrarySchema.idIndexes + Self.orderIndexes : [])
        var steps = [Step(work: .lyrics, run: Self.moveLyrics), Step(work: .titles, run: TitleOrder.set)]
        for index in indexes { steps.append(Step(work: .index) { try $0.execute(sql: index.sql) }) }
        steps.append(Step(work: .search, run: SearchTextSchema.create))
        try run(steps)
    }

    /// Adds the artists of albums, which order albums of one name.
    ///
    /// Forgets what each source has sent, so that its next sync reads all records, also those that are unchanged.
    func migrateToVersion16() throws {
        var indexes = [SQLIndex(name: "bookmarked_by_album", on: "music(\(Self.albumColumns)) WHERE bookmarked = 1")]
        if try LibrarySchema.isFilled(db) {
            indexes.append(SQLIndex(name: "music_by_album", on: "music(\(Self.albumColumns), bookmarked)"))
        }
        var steps = [Step(work: .albums, run: Self.addAlbumArtistColumns)]
        for index in indexes { steps.append(Step(work: .index) { try $0.execute(sql: index.sql) }) }
        try run(steps)
    }

    private func run(_ steps: [Step]) throws {
        defer { progress(nil) }
        for (position, step) in steps.enumerated() {
            progress(LibraryMigrationStep(step.work, number: position + 1, of: steps.count))
            try step.run(db)
        }
    }

    /// The orders of version 8, and their first columns.
    private static let orders: [(name: String, columns: String)] = [
        ("title", ""), ("artist", "artist_key, "), ("album", "album_key, disc, track, "),
        ("popular", "popularity DESC, "), ("newest", "released DESC, "), ("added", "added DESC, "),
    ]
    private static let otherColumns = "title_key, title_order, id, explicit, sources"

    private static let orderIndexes = orders.map { order in
        let last = order.name == "artist" ? "bookmarked, artist" : "bookmarked"
        return SQLIndex(name: "music_by_\(order.name)", on: "music(\(order.columns)\(otherColumns), \(last))")
    }

    private static let bookmarkIndexes = orders.map { order in
        SQLIndex(
            name: "bookmarked_by_\(order.name)", on: "music(\(order.columns)\(otherColumns)) WHERE bookmarked = 1")
    }

    private static let albumColumns = "album_key, album_artist_key, disc, track, \(otherColumns)"

    /// Sets the keys of songs that an earlier version stored, without the artists of their albums.
    static func setMissingAlbumArtistKeys(in db: Database) throws {
        let key = DatabaseFunction("fermata_album_artist_key", argumentCount: 1, pure: true) { values in
            SortKey(AlbumArtist.name("", ofSongBy: String.fromDatabaseValue(values[0]) ?? "")).text
        }
        db.add(function: key)
        defer { db.remove(function: key) }
        try db.execute(
            sql: "UPDATE music SET album_artist_key = fermata_album_artist_key(artist) WHERE album_artist_key = ''")
    }

    private static func addAlbumArtistColumns(in db: Database) throws {
        try db.execute(
            sql: """
                DROP INDEX IF EXISTS music_by_album;
                DROP INDEX IF EXISTS bookmarked_by_album;
                ALTER TABLE music ADD COLUMN album_artist TEXT NOT NULL DEFAULT '';
                ALTER TABLE music ADD COLUMN album_artist_key TEXT NOT NULL DEFAULT '';
                UPDATE record SET fingerprint = NULL;
                UPDATE source SET revision = \(LibrarySchema.outdatedRevision);
                """)
        try setMissingAlbumArtistKeys(in: db)
    }

    private static func moveLyrics(in db: Database) throws {
        try db.execute(
            sql: """
                \(LyricsTable.schema)
                INSERT INTO lyrics SELECT row, lyrics, id FROM music WHERE lyrics <> '';
                ALTER TABLE music DROP COLUMN lyrics;
                \(TitleOrder.schema)
                """)
    }
}
