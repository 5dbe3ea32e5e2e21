import GRDB

/// Restores the references between the tables of a repaired library, of which any row may be missing.
enum RepairedReferences {
    /// Restores all references, and makes the next sync read every source completely.
    static func restore(in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM music WHERE row NOT IN (SELECT min(row) FROM music GROUP BY id);
                DELETE FROM lyrics WHERE NOT EXISTS (
                    SELECT 1 FROM music WHERE music.row = lyrics.row AND music.id = lyrics.music);
                DELETE FROM music_artist WHERE row NOT IN (SELECT row FROM music);
                UPDATE music SET bookmarked = 1 WHERE bookmarked NOT IN (0, 1);
                DELETE FROM record WHERE row NOT IN (SELECT row FROM music)
                    OR rowid NOT IN (SELECT min(rowid) FROM record GROUP BY id);
                UPDATE record SET fingerprint = NULL;
                DELETE FROM recording WHERE (record, row) NOT IN (SELECT id, row FROM record);
                DELETE FROM merged_record WHERE id NOT IN (SELECT id FROM record);
                UPDATE record SET source = \(SourceMask.unknownSource) WHERE source NOT IN (SELECT id FROM source);
                UPDATE music SET sources = 0 WHERE sources <> 0 AND row NOT IN (SELECT row FROM record);
                UPDATE music SET sources = found.mask
                    FROM (SELECT row, sum(DISTINCT iif(source < 0, 0, 1 << source)) AS mask FROM record GROUP BY row)
                        AS found
                    WHERE music.row = found.row AND sources <> found.mask;
                DELETE FROM scrobble WHERE source NOT IN (SELECT id FROM source);
                DELETE FROM star WHERE record NOT IN (SELECT id FROM record);
                UPDATE star SET source = record.source FROM record WHERE record.id = star.record;
                UPDATE star SET starred = NULL WHERE starred NOT IN (0, 1);
                UPDATE star SET sent = 0 WHERE sent NOT IN (0, 1);
                UPDATE playlist SET source = \(SourceMask.unknownSource) WHERE source NOT IN (SELECT id FROM source);
                UPDATE playlist SET fingerprint = NULL;
                UPDATE source SET revision = NULL, playlists_revision = NULL,
                    records = (SELECT count(*) FROM record WHERE record.source = source.id);
                """)
        try MusicMigration.setMissingAlbumArtistKeys(in: db)
        guard try Row.fetchOne(db, sql: "SELECT 1 FROM playlist LIMIT 1") != nil else { return }
        try db.execute(sql: LibrarySchema.entryRecord.sql)
    }
}
