public import FermataDomain
public import Foundation
import GRDB

/// The playlists of the library on disk.
public struct SQLitePlaylistRepository: LocalPlaylistRepository {
    private let library: SQLiteLibrary
    private let now: @Sendable () -> Date

    /// `now` provides the times of syncs.
    public init(library: SQLiteLibrary, now: @escaping @Sendable () -> Date) {
        (self.library, self.now) = (library, now)
    }

    public func playlists(
        nameContaining text: String, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [Playlist] {
        try await library.read { db in
            let rank = NamePart(text).rank(ofKeys: "playlist.name_key")
            return try Self.playlists(.containing(text), rank: rank, allowing: filter, window: window, in: db)
        }
    }

    public func playlists(
        matching text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Playlist] {
        try await library.read { db in
            try Self.playlists(matching: text, allowing: filter, limit: limit, in: db)
        }
    }

    public func playlist(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist? {
        try await library.read { db in
            try Self.playlist(id, allowing: filter, in: db)
        }
    }

    public func count(nameContaining text: String, allowing filter: ExplicitFilter) async throws -> Int {
        try await library.read { db in
            let name = SQLCondition.containing(text)
            let condition = Self.condition(name, allowing: filter)
            return try RawStatement(db, "SELECT count(*) FROM playlist WHERE \(condition)", name.values).count()
        }
    }

    public func durations(of playlists: [PlaylistID], allowing filter: ExplicitFilter) async throws -> [Duration] {
        try await library.read { db in
            let allowed = filter.condition.map { " AND \($0)" } ?? ""
            let sum = try RawStatement(
                db,
                """
                SELECT sum(music.duration) AS seconds FROM playlist CROSS JOIN \(PlaylistRow.entries)
                    WHERE playlist.id = :id AND entry.playlist = playlist.row\(allowed)
                """)
            return try playlists.map { playlist in
                .seconds(try sum.bind(["id": .integer(playlist.stored)]).first { $0.integer("seconds") } ?? 0)
            }
        }
    }

    public func batches(
        of playlist: PlaylistID, allowing filter: ExplicitFilter, window: Window
    ) -> any AsyncSequence<[Music], any Error> & Sendable {
        library.batches { db, append in
            let conditions = ["playlist.id = :playlist", filter.condition].compactMap { $0 }.joined(separator: " AND ")
            let rows = try RawStatement(
                db,
                """
                SELECT \(MusicRow.columns) FROM playlist CROSS JOIN \(PlaylistRow.entries)
                    WHERE entry.playlist = playlist.row AND \(conditions) ORDER BY entry.position
                    LIMIT \(window.limit ?? -1) OFFSET \(window.offset)
                """, ["playlist": .integer(playlist.stored)])
            let names = try SourceNameCache(db)
            while try rows.step() { try append(MusicRow.music(rows, names: names)) }
        }
    }

    public func beginSync(over source: String) async throws -> any SyncSession<RemotePlaylistBatch> {
        try await SQLitePlaylistSyncSession(library: library, source: source, now: now)
    }

    static func playlist(_ id: PlaylistID, allowing filter: ExplicitFilter, in db: Database) throws -> Playlist? {
        try playlists(.id(id), allowing: filter, window: .all, in: db).first
    }

    /// Returns at most `limit` playlists that match a text and a condition, as `PlaylistRepository` defines.
    static func playlists(
        matching text: String, and condition: String? = nil, isCounted: Bool = false,
        allowing filter: ExplicitFilter, limit: Int, in db: Database
    ) throws -> [Playlist] {
        let rank = NamePart(text).rank(ofKeys: "playlist.name_key")
        let names: [(SQLCondition?, rank: String?)] = [
            (.called(text), nil), (.containing(text), rank), (.idPrefix(text), nil),
        ]
        for case (let name?, let rank) in names {
            let name = condition.map { .all([name, SQLCondition($0)]) } ?? name
            let window = Window(limit: limit)
            let found = try playlists(
                name, rank: rank, isCounted: isCounted, allowing: filter, window: window, in: db)
            if !found.isEmpty { return found }
        }
        return []
    }

    private static func playlists(
        _ name: SQLCondition, rank: String? = nil, isCounted: Bool = true, allowing filter: ExplicitFilter,
        window: Window, in db: Database
    ) throws -> [Playlist] {
        let order = [rank, PlaylistRow.order].compactMap(\.self).joined(separator: ", ")
        let names = try SourceNameCache(db)
        return try RawStatement(
            db,
            """
            SELECT \(isCounted ? PlaylistRow.columns(allowing: filter) : PlaylistRow.uncountedColumns)
                FROM \(PlaylistRow.table)
                WHERE \(condition(name, allowing: filter))
                ORDER BY \(order) LIMIT \(window.limit ?? -1) OFFSET \(window.offset)
            """, name.values
        ).all { PlaylistRow.playlist($0, names: names) }
    }

    private static func condition(_ name: SQLCondition, allowing filter: ExplicitFilter) -> String {
        [name.sql, PlaylistRow.condition(allowing: filter)].compactMap { $0.map { "(\($0))" } }
            .joined(separator: " AND ")
    }
}

extension SQLCondition {
    fileprivate static func id(_ id: PlaylistID) -> SQLCondition {
        SQLCondition("playlist.id = :id", ["id": .integer(id.stored)])
    }

    fileprivate static func containing(_ text: String) -> SQLCondition {
        SQLCondition(containing: NamePart(text), keys: "playlist.name_key", names: "playlist.name")
    }

    /// Playlists whose ids begin with a text; nil for a text that cannot begin an id.
    fileprivate static func idPrefix(_ text: String) -> SQLCondition? {
        MusicIDPrefix(text).map {
            SQLCondition(
                "playlist.id BETWEEN :first AND :last",
                ["first": .integer($0.range.lowerBound.stored), "last": .integer($0.range.upperBound.stored)])
        }
    }

    /// Playlists with exactly this name or id.
    fileprivate static func called(_ text: String) -> SQLCondition {
        let name = SQLCondition(named: text, keys: "playlist.name_key", names: "playlist.name")
        guard text.utf8.count == MusicID.digits, let id = MusicIDPrefix(text) else { return name }
        return .any([name, SQLCondition("playlist.id = :id", ["id": .integer(id.range.lowerBound.stored)])])
    }
}

/// A row of the `playlist` table as a playlist.
enum PlaylistRow {
    /// The order of names, which the index `playlist_by_name` has.
    static let order = "playlist.name_key, playlist.name, playlist.id"
    /// Joins playlists with what `columns` reads.
    static let table = "playlist LEFT JOIN \(search)"
    /// To be joined to playlists.
    static let search = "saved_search AS search ON search.playlist = playlist.row"
    /// Joins a playlist's entries with their music, in look-up order.
    static let entries =
        "playlist_entry AS entry CROSS JOIN music ON music.row = \(LibrarySchema.row(of: "entry.record"))"
    private static let allEntries = "SELECT count(*) FROM playlist_entry AS entry WHERE entry.playlist = playlist.row"
    /// Reads indexes only.
    private static let storedEntries = """
        \(allEntries) AND (EXISTS (SELECT 1 FROM record WHERE id = entry.record) \
        OR EXISTS (SELECT 1 FROM music WHERE id = entry.record))
        """

    /// The columns without a count of songs.
    static let uncountedColumns = columns(entries: "NULL", stored: "NULL", allowed: "NULL")

    /// The columns, counting only allowed music; a repeated entry counts each time.
    ///
    /// O(n log m) for n entries of all playlists that are read, and m songs.
    static func columns(allowing filter: ExplicitFilter) -> String {
        let allowed = filter.condition.map {
            "SELECT count(*) FROM \(entries) WHERE entry.playlist = playlist.row AND \($0)"
        }
        return columns(entries: "(\(allEntries))", stored: "(\(storedEntries))", allowed: "(\(allowed ?? "NULL"))")
    }

    private static func columns(entries: String, stored: String, allowed: String) -> String {
        """
        playlist.id, playlist.source, playlist.name, playlist.shared AS is_shared, playlist.comment, playlist.created, \
        playlist.changed, \(entries) AS entries, \(stored) AS stored, \(allowed) AS allowed, search.text, search.sort, search.reversed, search.size
        """
    }

    /// Matches the library's own playlists.
    static let isOwn = "playlist.source = \(SourceMask.ownPlaylists)"

    /// Matches the library's own playlists, and those of sources with allowed music; nil if all music is allowed.
    static func condition(allowing filter: ExplicitFilter) -> String? {
        filter.condition.map {
            "\(isOwn) OR EXISTS (SELECT 1 FROM \(entries) WHERE entry.playlist = playlist.row AND \($0))"
        }
    }

    /// Reads the columns. Cuts a name that was stored before names had a limit.
    static func playlist(_ row: RawStatement, names: SourceNameCache) -> Playlist {
        let playlist = Playlist(
            id: PlaylistID(stored: row.integer("id")), name: row.text("name").cut(to: TextLimits.name),
            origin: origin(row, names: names), isShared: row.optionalInteger("is_shared") == 1,
            comment: row.optionalText("comment")?.cut(to: TextLimits.message) ?? "",
            created: row.time("created"), changed: row.time("changed"))
        guard let stored = row.optionalInteger("stored") else { return playlist }
        var counted = playlist
        counted.count = playlist.search != nil ? nil : row.optionalInteger("allowed") ?? stored
        counted.missing = Int(row.integer("entries")) - stored
        return counted
    }

    private static func origin(_ row: RawStatement, names: SourceNameCache) -> Playlist.Origin {
        let source = row.integer("source")
        guard source == SourceMask.ownPlaylists else {
            return .source(names.names(in: SourceMask.mask(of: source)).first ?? "")
        }
        return savedSearch(row).map { .search($0) } ?? .own
    }

    /// Reads `text`, `sort`, `reversed` and `size`; nil for a playlist that is no saved search.
    static func savedSearch(_ row: RawStatement) -> SavedSearch? {
        row.optionalText("text").map { text in
            SavedSearch(
                text: text, order: SortOrder(rawValue: row.text("sort")) ?? .relevance,
                isReversed: row.integer("reversed") != 0, limit: row.optionalInteger("size"))
        }
    }
}

extension PlaylistID {
    /// Derives a playlist's id like a record's id, from a key that no record has.
    public init(source: String, key: String) {
        self.init(MusicID(source: source, key: "playlist\0" + key).value)
    }

    /// The id that a column stores.
    init(stored: Int64) { self.init(UInt64(bitPattern: stored)) }

    var stored: Int64 { Int64(bitPattern: value) }
}
