import FermataDomain
import GRDB
import Synchronization

/// Remembers where the latest pages ended, so that the next page of a list is read from there.
///
/// Skipping the songs before a page takes longer than reading it. An end is valid for the connection that read the page,
/// until that connection sees a change of the library.
/// Source: https://www.sqlite.org/pragma.html#pragma_data_version
final class PageEnds: Sendable {
    private static let limit = 64
    /// From an end that is farther away, songs are skipped as without one: from the nearer end of the list.
    private static let farthest = 2_000

    /// The last song of a page.
    struct End: Sendable {
        let row: Int64
        /// The number of songs up to this one.
        let offset: Int
        fileprivate let list: List
    }

    /// A list in one state of the library.
    fileprivate struct List: Sendable {
        /// Only compared. Another connection could get the address of a closed one.
        nonisolated(unsafe) weak var connection: Database?
        let version: Int
        /// The query without its window.
        let query: MusicQuery

        init(_ query: MusicQuery, in db: Database) throws {
            var query = query
            (query.window, query.includesDetails) = (.all, true)
            (self.query, connection) = (query, db)
            version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }

        func isSame(as other: List) -> Bool {
            version == other.version && connection === other.connection && query == other.query
        }
    }

    /// The latest ones are last.
    private let ends = Mutex<[End]>([])

    /// Returns the last end before a query's window; nil if none is near.
    func last(before query: MusicQuery, in db: Database) throws -> End? {
        let offset = query.window.offset
        guard offset > 0, db.configuration.readonly else { return nil }
        let list = try List(query, in: db)
        return ends.withLock { ends in
            ends.filter { (max(1, offset - Self.farthest)...offset).contains($0.offset) && $0.list.isSame(as: list) }
                .max { $0.offset < $1.offset }
        }
    }

    /// Stores the row of the last song of a page. A connection that writes is ignored: it does not see its own changes.
    func store(_ row: Int64, at offset: Int, of query: MusicQuery, in db: Database) throws {
        guard db.configuration.readonly else { return }
        let end = End(row: row, offset: offset, list: try List(query, in: db))
        ends.withLock { ends in
            ends.removeAll { $0.offset == offset && $0.list.isSame(as: end.list) }
            ends.append(end)
            if ends.count > Self.limit { ends.removeFirst() }
        }
    }
}
