public import FermataDomain
public import Foundation
import GRDB

/// The music of the library on disk.
///
/// Changes are durable: WAL mode with `synchronous = FULL` (https://www.sqlite.org/wal.html).
public struct SQLiteMusicRepository: MusicRepository {
    /// More rows are read in the order of the file.
    private static let mostRowsOfPage = 500
    let library: SQLiteLibrary
    let now: @Sendable () -> Date
    private let ends = PageEnds()

    public init(library: SQLiteLibrary, now: @escaping @Sendable () -> Date) {
        self.library = library
        self.now = now
    }

    public func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        let feed = PageFeed(library: library) { [ends] db in
            MusicPage(music: try Self.music(query, in: db, ends: ends), freshness: try LibraryFreshness.read(db))
        }
        return AsyncThrowingStream { try await feed.next() }
    }

    public func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        if let limit = query.window.limit, limit <= Self.mostRowsOfPage {
            return library.batches { [ends] db, append in
                let names = try SourceNameCache(db)
                try MusicSelection(query, in: db, names: names, ends: ends).forEach(in: db) {
                    try append(MusicRow.music($0, names: names))
                }
            }
        }
        return MusicBatches(of: query, in: library, ends: ends)
    }

    public func count(_ query: MusicQuery) async throws -> Int {
        try await library.read { db in
            try MusicSelection(query, in: db, names: try SourceNameCache(db)).count(in: db)
        }
    }

    public func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws
        -> [Music]
    {
        try await library.read { db in
            let conditions = ["id BETWEEN :first AND :last", filter.condition].compactMap { $0 }.joined(
                separator: " AND ")
            let sql = "SELECT \(MusicRow.columns) FROM music WHERE \(conditions) ORDER BY id LIMIT \(max(0, limit))"
            let (first, last) = (prefix.range.lowerBound.stored, prefix.range.upperBound.stored)
            let names = try SourceNameCache(db)
            return try RawStatement(db, sql, ["first": .integer(first), "last": .integer(last)], isCached: true)
                .all { MusicRow.music($0, names: names) }
        }
    }

    public func ids(from first: MusicID, allowing filter: ExplicitFilter, limit: Int) async throws -> [MusicID] {
        try await library.read { db in
            let allowed = filter.condition.map { " AND \($0)" } ?? ""
            let sql = "SELECT id FROM music WHERE id >= :first\(allowed) ORDER BY id LIMIT :limit"
            let values: [String: SQLValue] = ["first": .integer(first.stored), "limit": .integer(Int64(max(0, limit)))]
            return try RawStatement(db, sql, values, isCached: true).all { MusicID(stored: $0.firstInteger) }
        }
    }

    public func music(_ ids: [MusicID], allowing filter: ExplicitFilter) async throws -> [Music] {
        try await library.read { db in
            let names = try SourceNameCache(db)
            let songs = try Self.statement(db, MusicRow.columns, of: ids, allowing: filter)
                .all { MusicRow.music($0, names: names) }
            return songs.ordered(by: ids)
        }
    }

    public func ids(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID> {
        try await library.read { db in
            Set(try Self.statement(db, "id", of: ids, allowing: filter).all { MusicID(stored: $0.firstInteger) })
        }
    }

    /// A statement that reads columns of the songs with some ids.
    private static func statement(
        _ db: Database, _ columns: String, of ids: [MusicID], allowing filter: ExplicitFilter
    ) throws -> RawStatement {
        let allowed = filter.condition.map { " AND \($0)" } ?? ""
        let sql = "SELECT \(columns) FROM music WHERE id IN (SELECT value FROM json_each(:ids))\(allowed)"
        return try RawStatement(db, sql, ["ids": .text(ids.json)], isCached: true)
    }

    public func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try await set(isBookmarked, of: ids, isBookmarked ? .bookmark : .unbookmark)
    }

    public func setRating(_ rating: Rating?, of ids: [MusicID]) async throws -> [Music] {
        try await set(rating, of: ids, .rate)
    }

    /// Sets an annotation of songs; see `MusicRepository`.
    private func set<Value: StoredAnnotation>(
        _ value: Value, of ids: [MusicID], _ action: UndoableChange.Action
    ) async throws -> [Music] {
        try await library.write { db in
            let annotations = try AnnotationWriter<Value>(db, rows: "SELECT row FROM music WHERE id = :id")
            let undo = UndoRecorder(db, action, made: now())
            let lookup = try MusicLookup(db)
            let time = try RawStatement(db, "SELECT \(BookmarkTimeTable.ofMusic) AS time FROM music WHERE id = :id")
            let music = try ids.map { id in
                guard let before = try lookup.music(id) else { throw MusicError.notFound(id.description) }
                let bookmarked = try time.bind(["id": .integer(id.stored)]).first { $0.time("time") }.flatMap(\.self)
                guard try annotations.set(value, ["id": .integer(id.stored)]) > 0 else { return before }
                try undo.recordAnnotation(of: before, bookmarked: bookmarked)
                if action == .bookmark { try BookmarkTimeTable.set(undo.made, of: id.stored, in: db) }
                return try lookup.music(id) ?? before
            }
            try db.notifyChanges(in: Table("music"))
            return music
        }
    }

    private static func music(_ query: MusicQuery, in db: Database, ends: PageEnds) throws -> [Music] {
        let names = try SourceNameCache(db)
        var music: [Music] = []
        try MusicSelection(query, in: db, names: names, ends: ends).forEach(in: db) {
            music.append(MusicRow.music($0, names: names))
        }
        return music
    }
}

extension MusicID {
    var stored: Int64 { Int64(bitPattern: value) }
}
