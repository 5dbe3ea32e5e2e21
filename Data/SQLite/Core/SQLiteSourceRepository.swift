public import FermataDomain
internal import Foundation
internal import GRDB

/// The sources stored in a library on disk.
public struct SQLiteSourceRepository: SourceRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func sources() async throws -> [Source] {
        try await library.read { db in
            let rows = try RawStatement(
                db, "SELECT name, kind, address, added, refreshed, records, playlists FROM source ORDER BY added, id")
            var sources: [Source] = []
            while try rows.step() {
                sources.append(
                    Source(
                        name: rows.text(0), kind: rows.text(1), address: rows.text(2), playlists: rows.optionalText(6),
                        added: Date(timeIntervalSince1970: Double(rows.integer(3))),
                        refreshed: rows.optionalInteger(4).map { Date(timeIntervalSince1970: Double($0)) },
                        count: Int(rows.integer(5))))
            }
            return sources
        }
    }

    public func add(_ source: Source) async throws {
        try await library.write { db in
            let taken = try Row.fetchAll(db, sql: "SELECT id, name FROM source")
            if taken.contains(where: { $0["name"] == source.name }) { throw SourceError.alreadyExists(source.name) }
            let used = Set(taken.map { $0["id"] as Int })
            guard let free = (0..<SourceMask.limit).first(where: { !used.contains($0) }) else {
                throw SourceError.tooMany(limit: SourceMask.limit)
            }
            try db.execute(
                sql: "INSERT INTO source(id, name, kind, address, playlists, added) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    free, source.name, source.kind, source.address, source.playlists,
                    Int64(source.added.timeIntervalSince1970),
                ])
        }
    }

    public func remove(named name: String, keepingBookmarked: Bool) async throws {
        try await library.write { db in
            guard let id = try Int64.fetchOne(db, sql: "SELECT id FROM source WHERE name = ?", arguments: [name]) else {
                throw try SourceError.unknown(source: name, in: db)
            }
            _ = try RecordRemoval(
                source: id, records: "SELECT id FROM record WHERE source = \(id)",
                bookmarks: keepingBookmarked ? .keepMusic : .forget
            ).run(in: db)
            try PlaylistRemoval.run(source: id, in: db)
            try db.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [id])
        }
    }
}
