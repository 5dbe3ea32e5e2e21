import FermataDomain
import Foundation
import GRDB

/// The table `source`: the places that music comes from, and the state of their latest syncs.
enum SourceTable {
    /// Selects the sources that store bookmarks, ratings and plays of their songs, if these have keys.
    static let storingAnnotations = "SELECT id FROM source WHERE traits & \(SourceTraits.readOnly.rawValue) = 0"

    /// Adds a source. `identity` is the name that the ids of its records are made with, if not its own.
    static func insert(_ source: Source, id: Int64, identity: String?, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO source(id, name, identity, kind, address, playlists, added, traits)
                    VALUES (:id, :name, :identity, :kind, :address, :playlists, :added, :traits)
                """,
            arguments: [
                "id": id, "name": source.name, "identity": identity, "kind": source.kind, "address": source.address,
                "playlists": source.playlists, "added": Int64(source.added.timeIntervalSince1970),
                "traits": source.traits.rawValue,
            ])
    }

    /// Changes name and addresses. The ids of its records stay.
    static func update(_ id: Int64, to source: Source, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE source SET identity = coalesce(identity, name), name = :name, address = :address,
                    playlists = :playlists WHERE id = :id
                """,
            arguments: ["name": source.name, "address": source.address, "playlists": source.playlists, "id": id])
    }

    /// Removes a source. Its waiting plays follow.
    static func delete(_ id: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM source WHERE id = \(id)")
    }

    /// Stores the issue of the latest sync of a source with a name and an address.
    static func setIssue(
        _ text: String?, seconds: Int64?, ofSourceNamed name: String, at address: String, in db: Database
    ) throws {
        try db.execute(
            sql: "UPDATE source SET issue = ?, issue_time = ? WHERE name = ? AND address = ?",
            arguments: [text, seconds, name, address])
    }

    /// Stores the number of the latest sync.
    static func setSyncs(_ number: Int64, of id: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE source SET syncs = \(number) WHERE id = \(id)")
    }

    static func setRefreshed(_ time: Date, of id: Int64, in db: Database) throws {
        try db.execute(
            sql: "UPDATE source SET refreshed = ? WHERE id = ?", arguments: [Int64(time.timeIntervalSince1970), id])
    }

    /// Stores the outcome of a complete sync of music.
    static func complete(_ id: Int64, at time: Date, revision: String?, rejected: Int, in db: Database) throws {
        try db.execute(
            sql: "UPDATE source SET refreshed = ?, revision = ?, rejected = ? WHERE id = ?",
            arguments: [Int64(time.timeIntervalSince1970), revision, rejected, id])
    }

    /// Stores the outcome of a complete sync of playlists.
    static func completePlaylists(_ id: Int64, revision: String?, rejected: Int, in db: Database) throws {
        try db.execute(
            sql: "UPDATE source SET playlists_revision = ?, playlists_rejected = ? WHERE id = ?",
            arguments: [revision, rejected, id])
    }

    static func forgetPlaylistsRevision(of id: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE source SET playlists_revision = NULL WHERE id = \(id)")
    }

    /// Adds to the count of a source's records; `count` may be negative.
    static func addRecords(_ count: Int, to id: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE source SET records = records + ? WHERE id = ?", arguments: [count, id])
    }

    /// A statement that subtracts records from the counts of their sources; `records` follows `SELECT … FROM record
    /// WHERE`.
    static func subtraction(of records: String) -> String {
        """
        UPDATE source SET records = records - (
                SELECT count(*) FROM record WHERE \(records) AND record.source = source.id)
            WHERE id IN (SELECT source FROM record WHERE \(records))
        """
    }

    /// Stores the number of a delivery or of a read of stars; see `StarTable.count`.
    static func setStars(_ number: String, of id: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE source SET stars = \(number) WHERE id = \(id)")
    }

    /// A statement that makes the next syncs read all records of sources; `sources` is a list of ids or a `SELECT`.
    ///
    /// An index of files in a revision stays.
    static func readAgain(_ sources: String) -> String {
        """
        UPDATE source SET revision = iif(\(hasRevisionIndex), substr(revision, instr(revision, ':')), NULL)
            WHERE id IN (\(sources))
        """
    }

    /// A condition on rows of `source`: the revision ends with an index of files.
    static let hasRevisionIndex = "traits & \(SourceTraits.revisionIndex.rawValue)"

    /// Makes the next sync read all records and playlists, without what a folder's index of files knows.
    static func forgetRevisions(of id: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE source SET revision = NULL, playlists_revision = NULL WHERE id = \(id)")
    }

    /// A statement that counts the records of a repaired library, and makes the next syncs read all.
    static let repair = """
        UPDATE source SET revision = NULL, playlists_revision = NULL,
            records = (SELECT count(*) FROM record WHERE record.source = source.id);
        """
}
