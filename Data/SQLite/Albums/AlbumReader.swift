import FermataDomain
import GRDB

/// Reads albums with their songs.
struct AlbumReader {
    private let row: RawStatement
    private let songs: RawStatement
    private let names: SourceNameCache

    /// Albums have the values of the songs that the filter allows.
    init(_ db: Database, names: SourceNameCache, allowing filter: ExplicitFilter) throws {
        row = try RawStatement(
            db,
            """
            SELECT release, bookmarked, rating FROM album LEFT JOIN annotation ON \(AnnotationTable.isOfAlbum)
                WHERE row = :row
            """)
        let columns = MusicRow.columns(includesDetails: true, hasDownloads: false, hasSingleArtists: false)
        songs = try RawStatement(
            db,
            """
            SELECT \(columns) FROM album CROSS JOIN music ON \(SQLCondition.isSongOfAlbum)
                WHERE album.row = :row\(ArtistColumns.and(filter))
                ORDER BY disc, track, title_key, title_order, music.id
            """)
        self.names = names
    }

    /// The album of a row; nil if a damaged library has no songs of it. O(n log n) for n songs.
    func album(_ row: Int64) throws -> Album? {
        let found = try self.row.bind(["row": .integer(row)]).first {
            (release: AlbumRelease(stored: $0.blob("release")), annotations: AnnotationTable.annotations($0))
        }
        guard let found else { return nil }
        let music = try songs.bind(["row": .integer(row)]).all { MusicRow.music($0, names: names) }
        var album = Album(inOrder: music, found.release)
        album?.annotations = found.annotations
        return album
    }
}
