public import FermataDomain
import Foundation
import GRDB

/// The sources stored in a library on disk.
public struct SQLiteSourceRepository: SourceRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func sources() async throws -> [Source] {
        try await library.read { db in
            try RawStatement(
                db,
                """
                SELECT name, kind, address, added, refreshed, records, playlists, issue, issue_time, traits,
                        iif(stars IS NULL AND source.id NOT IN (SELECT source FROM scrobble), NULL,
                            \(StarTable.waitingCount)
                            + (SELECT count(*) FROM annotation_change AS change WHERE change.source = source.id)
                            + (SELECT count(*) FROM scrobble WHERE scrobble.source = source.id)) AS waiting
                    FROM source ORDER BY added, id
                """
            ).all { row in
                Source(
                    name: row.text("name"), kind: row.text("kind"), address: row.text("address"),
                    playlists: row.optionalText("playlists"),
                    added: Date(timeIntervalSince1970: Double(row.integer("added"))),
                    refreshed: row.optionalInteger("refreshed").map { Date(timeIntervalSince1970: Double($0)) },
                    count: Int(row.integer("records")), waiting: row.optionalInteger("waiting"),
                    issue: SyncIssue(storedText: row.optionalText("issue"), seconds: row.optionalInteger("issue_time")),
                    traits: SourceTraits(rawValue: Int(row.integer("traits"))))
            }
        }
    }

    public func add(_ source: Source) async throws {
        try await library.write { db in try Self.insert(source, in: db) }
    }

    /// Adds a source, whose ids are made with `identity` if no other source has that. Throws `SourceError`.
    static func insert(_ source: Source, identity: String? = nil, in db: Database) throws {
        let existing = try RawStatement(db, "SELECT id, name, coalesce(identity, name) AS identity FROM source")
            .all { (id: $0.integer("id"), name: $0.text("name"), identity: $0.text("identity")) }
        if existing.contains(where: { $0.name == source.name }) { throw SourceError.alreadyExists(source.name) }
        let (used, identities) = (Set(existing.map(\.id)), Set(existing.map(\.identity)))
        guard let free = (0..<Int64(SourceMask.limit)).first(where: { !used.contains($0) }) else {
            throw SourceError.tooMany(limit: SourceMask.limit)
        }
        let requested = identity.flatMap { identities.contains($0) ? nil : $0 }
        try SourceTable.insert(
            source, id: free, identity: requested ?? Self.identity(of: source, besides: identities), in: db)
    }

    public func update(_ name: String, to source: Source) async throws {
        try await library.write { db in
            let find = try RawStatement(
                db, "SELECT id, address, playlists FROM source WHERE name = :name", ["name": .text(name)])
            let stored = try find.first {
                (id: $0.integer("id"), address: $0.text("address"), playlists: $0.optionalText("playlists"))
            }
            guard let stored else { throw try SourceError.unknown(source: name, in: db) }
            let id = stored.id
            let isOther = "SELECT 1 FROM source WHERE name = ? AND id <> ?"
            if try Row.fetchOne(db, sql: isOther, arguments: [source.name, id]) != nil {
                throw SourceError.alreadyExists(source.name)
            }
            try SourceTable.update(id, to: source, in: db)
            // A revision with an index, and its fingerprints, depend on the address already.
            if stored.address != source.address {
                if !source.traits.contains(.revisionIndex) { try Self.readAgain(id, in: db) }
                try SourceTable.setIssue(
                    nil, seconds: nil, ofSourceNamed: source.name, at: source.address, in: db)
            }
            if stored.playlists != source.playlists {
                try SourceTable.forgetPlaylistsRevision(of: id, in: db)
                if source.playlists == nil { try PlaylistTable.delete(source: id, in: db) }
            }
            try db.notifyChanges(in: Table("music"))
        }
    }

    public func setIssue(_ issue: SyncIssue?, of source: Source) async throws {
        let (text, seconds) = (issue?.storedText, issue.map { Int64($0.time.timeIntervalSince1970) })
        // Usually nothing changes, and a write would make programs reload the library.
        let isStored = try await library.read { db in
            let find = try RawStatement(
                db, "SELECT issue, issue_time FROM source WHERE name = :name AND address = :address",
                ["name": .text(source.name), "address": .text(source.address)])
            return try find.first {
                $0.optionalText("issue") == text && $0.optionalInteger("issue_time").map(Int64.init) == seconds
            } ?? true
        }
        guard !isStored else { return }
        try await library.write { db in
            try SourceTable.setIssue(
                text, seconds: seconds, ofSourceNamed: source.name, at: source.address, in: db)
        }
    }

    /// Makes the next sync read every record: relative addresses in unchanged records lead elsewhere now, and
    /// stars may be those of another server.
    private static func readAgain(_ source: Int64, in db: Database) throws {
        try SourceTable.forgetRevisions(of: source, in: db)
        try db.execute(sql: RecordTable.forgetFingerprints(where: "source = \(source)"))
        try StarTable.forget(source: source, in: db)
    }

    /// Returns the name that ids of a new source's records are made with; nil if that is its own name.
    ///
    /// A renamed source still uses its former name.
    private static func identity(of source: Source, besides existing: Set<String>) -> String? {
        guard existing.contains(source.name) else { return nil }
        return (2...).lazy.map { "\(source.name), \($0)" }.first { !existing.contains($0) }
    }

    public func remove(named name: String, keepingBookmarked: Bool) async throws {
        try await library.write { db in
            guard let id = try Int64.fetchOne(db, sql: "SELECT id FROM source WHERE name = ?", arguments: [name]) else {
                throw try SourceError.unknown(source: name, in: db)
            }
            _ = try RecordRemoval(
                source: id, records: "SELECT id FROM record WHERE source = \(id)",
                bookmarks: keepingBookmarked ? .keepMusic : .discard
            ).run(in: db)
            try PlaylistTable.delete(source: id, in: db)
            try SourceTable.delete(id, in: db)
        }
    }
}

/// The column `issue`.
extension SyncIssue {
    private static let incomplete = "incomplete"

    /// The text that the library stores: the part that could not be read, and why.
    var storedText: String {
        switch cause {
        case .songs(let cause): "songs " + cause.withoutForeignText.storedText
        case .playlists(let cause): "playlists " + cause.withoutForeignText.storedText
        case .stars(let cause): "stars " + cause.withoutForeignText.storedText
        case .incomplete: Self.incomplete
        }
    }

    /// Decodes a stored text; nil without one. An unknown text is an issue of the songs.
    init?(storedText text: String?, seconds: Int?) {
        guard let text, let seconds else { return nil }
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let reason = SourceFailureCause(storedText: parts.count == 2 ? parts[1] : "")
        let cause: Cause =
            switch parts.first {
            case Self.incomplete: .incomplete
            case "playlists": .playlists(reason)
            case "stars": .stars(reason)
            default: .songs(reason)
            }
        self.init(cause, at: Date(timeIntervalSince1970: Double(seconds)))
    }
}
