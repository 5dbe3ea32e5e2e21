import FermataDomain
import GRDB

/// Writes the single artists of songs that have several; any other song has no row.
final class MusicArtistTable {
    private let find: RawStatement
    private let findSong: RawStatement
    private let insert: RawStatement
    private let remove: RawStatement
    private var isEmpty: Bool

    init(_ db: Database) throws {
        find = try RawStatement(db, "SELECT artist FROM music_artist WHERE row = :row")
        findSong = try RawStatement(
            db, "SELECT artist, \(RecordingSchema.isShared) AS isShared FROM music WHERE row = :row")
        insert = try RawStatement(
            db, "INSERT OR IGNORE INTO music_artist(artist_key, row, artist) VALUES (:artist_key, :row, :artist)")
        remove = try RawStatement(db, "DELETE FROM music_artist WHERE row = :row")
        isEmpty = try SingleArtistSchema.isEmpty(in: db)
    }

    /// Writes the artists of a new row.
    func insert(_ music: RemoteMusic, row: Int64) throws {
        if music.artists.isEmpty { return }
        try insert(SingleArtists.union(music.artists, besides: music.artist), row: row)
    }

    private func insert(_ artists: [String], row: Int64) throws {
        for artist in artists {
            insert.bind(SortKey(artist).text, to: "artist_key")
            insert.bind(row, to: "row")
            insert.bind(artist, to: "artist")
            try insert.run()
            isEmpty = false
        }
    }

    /// Replaces the artists of a row, and returns whether they have changed.
    func update(row: Int64, to music: RemoteMusic) throws -> Bool {
        if isEmpty, music.artists.isEmpty { return false }
        find.bind(row, to: "row")
        var stored: [String] = []
        while try find.step() { stored.append(find.text("artist")) }
        find.reset()
        if stored.isEmpty, music.artists.isEmpty { return false }
        findSong.bind(row, to: "row")
        let song = try findSong.first { (artist: $0.text("artist"), isShared: $0.integer("isShared") != 0) }
        guard let song else { return false }
        let names = SingleArtists.names(
            music.artists, besides: song.artist, stored: stored, isShared: song.isShared)
        if Set(names) == Set(stored) { return false }
        remove.bind(row, to: "row")
        try remove.run()
        try insert(names, row: row)
        return true
    }

    /// A `DELETE` of the artists of rows; `rows` is a list or a `SELECT`.
    static func removal(of rows: String) -> String { "DELETE FROM music_artist WHERE row IN (\(rows))" }
}
