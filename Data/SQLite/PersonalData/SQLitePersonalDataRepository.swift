public import FermataDomain
import Foundation
import GRDB

/// The bookmarks, playlists and sources of the library on disk, for export and import.
public struct SQLitePersonalDataRepository: PersonalDataRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func bookmarks(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedBookmark], any Error> & Sendable {
        library.batches { db, append in
            try BookmarkReader.read(allowing: filter, in: db, append)
            if filter == .all { try BookmarkReader.readWaiting(in: db, append) }
        }
    }

    public func waitingBookmarkCount() async throws -> Int {
        try await library.read { db in
            // An import for a restricted listener also stores bookmarks of hidden songs.
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM (
                        SELECT 1 FROM held_bookmark GROUP BY music
                            HAVING NOT max(id IN (SELECT id FROM record) OR id IN (SELECT id FROM music)))
                    """) ?? 0
        }
    }

    public func playlists(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedPlaylist], any Error> & Sendable {
        library.batches { db, append in try ExportedPlaylistReader(allowing: filter, in: db).read(append) }
    }

    public func sources() async throws -> [ExportedSource] {
        try await library.read { db in
            let rows = try RawStatement(
                db,
                """
                SELECT name, kind, address, playlists, added, identity FROM source ORDER BY added, id
                """)
            var sources: [ExportedSource] = []
            while try rows.step() {
                let source = Source(
                    name: rows.text("name"), kind: rows.text("kind"), address: rows.text("address"),
                    playlists: rows.optionalText("playlists"),
                    added: Date(timeIntervalSince1970: Double(rows.integer("added"))))
                sources.append(ExportedSource(source, identity: rows.optionalText("identity")))
            }
            return sources
        }
    }

    public func add(_ bookmarks: [ExportedBookmark], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        if bookmarks.isEmpty { return [] }
        return try await library.write { db in
            let writer = try BookmarkWriter(db, allowing: filter)
            let results = try bookmarks.map(writer.add)
            if results.contains(.added) { try db.notifyChanges(in: Table("music")) }
            return results
        }
    }

    public func add(_ playlists: [ExportedPlaylist], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        if playlists.isEmpty { return [] }
        return try await library.write { db in
            let writer = try ImportedPlaylistWriter(db, allowing: filter)
            let results = try playlists.map(writer.add)
            if results.contains(.added) { try db.execute(sql: LibrarySchema.entryRecord.sql) }
            return results
        }
    }

    public func add(_ sources: [ExportedSource]) async throws -> [ImportResult] {
        try await library.write { db in try sources.map { try Self.add($0, in: db) } }
    }

    /// Adds a source. A source that was renamed since its export counts as existing.
    private static func add(_ exported: ExportedSource, in db: Database) throws -> ImportResult {
        let source = exported.source
        let isOther = try Bool.fetchOne(
            db,
            sql: """
                SELECT name = :name AND (kind, address) <> (:kind, :address) FROM source
                    WHERE name = :name OR (kind, address) = (:kind, :address)
                        OR coalesce(identity, name) = :identity
                    ORDER BY (kind, address) = (:kind, :address) DESC, name = :name DESC LIMIT 1
                """,
            arguments: [
                "name": source.name, "kind": source.kind, "address": source.address,
                "identity": exported.identity ?? source.name,
            ])
        if let isOther { return isOther ? .rejected(.otherAddress(source.name)) : .existing }
        do {
            try SQLiteSourceRepository.insert(source, identity: exported.identity, in: db)
            return .added
        } catch let error as SourceError {
            return .rejected(.source(error))
        }
    }
}
