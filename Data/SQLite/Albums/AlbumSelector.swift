import FermataDomain
import GRDB

/// Finds the rows of `album` that a query selects, in order.
///
/// Without conditions, a walk along the index of the order finds them. Indexes find candidates for most conditions; a
/// few are sorted. If there are more, the walk passes albums that are not selected until the window is full.
struct AlbumSelector {
    /// More candidates are not sorted, and more songs are not read to find candidates.
    private static let fewLimit = 1_000
    /// Only a damaged library has greater row numbers, for which a set needs too much memory.
    private static let lastRowLimit = 1 << 32

    private let query: AlbumQuery
    private let db: Database
    private let condition: SQLCondition
    /// Whether the condition excludes albums by their bookmarks or ratings.
    private let excludesAnnotated: Bool
    private let relevance: SearchRelevance?
    /// Nil if the candidates are those that the search finds.
    private let search: AlbumSearch?
    /// Contains all selected rows; nil if these can be any.
    private let candidates: RowSet?

    /// `condition` restricts the rows of `album` further.
    init(_ query: AlbumQuery, where condition: SQLCondition? = nil, in db: Database, names: SourceNameCache) throws {
        (self.query, self.db) = (query, db)
        let allowed = SQLCondition("allowed & \(AlbumTable.bit(of: query.explicit)) <> 0")
        let terms = AlbumTerms(SearchQuery(query.text))
        let (own, text) = (terms.own, terms.ofSongs)
        let excluded = own.filter(\.isNegated).map { SQLCondition(withoutAnnotations: SQLCondition(annotated: $0)) }
        excludesAnnotated = !excluded.isEmpty
        self.condition = .all([allowed] + (condition.map { [$0] } ?? []) + excluded)
        relevance = query.order == .relevance ? SearchRelevance(text.words) : nil
        let search = try AlbumSearch(text, relevance, allowing: query.explicit, in: db, names: names)
        self.search = search?.isDecidedByAlbums == true ? nil : search
        let last = try RawStatement(db, "SELECT max(row) FROM album").count()
        guard last <= Self.lastRowLimit else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        var found: RowSet?
        for selections in try Self.selections(query, own, search, in: db) {
            var rows = RowSet(last: max(0, last))
            for selection in selections {
                let statement = try RawStatement(db, selection.sql, selection.values)
                while try statement.step() { rows.insert(statement.firstInteger) }
            }
            found = found?.intersection(rows) ?? rows
        }
        candidates = found
    }

    /// Selections of rows of `album`; each selected row is in one of each list.
    private static func selections(
        _ query: AlbumQuery, _ own: [AlbumTerm], _ search: AlbumSearch?, in db: Database
    ) throws -> [[SQLCondition]] {
        func albums(ofSongs songs: SQLCondition) -> SQLCondition { .albums(ofSongs: songs, allowing: query.explicit) }
        var selections: [[SQLCondition]] = []
        if let artist = query.artist {
            let name = SQLCondition(named: artist, keys: "artist_key", names: "artist")
            let own = SQLCondition(
                "SELECT row FROM album WHERE \(name.sql) AND allowed & \(AlbumTable.bit(of: query.explicit)) <> 0",
                name.values)
            selections.append([own, albums(ofSongs: try MusicSelection.songs(of: artist, in: db))])
        }
        let annotated = own.filter { !$0.isNegated }.map { SQLCondition(annotated: $0) }
        for albums in annotated + (query.bookmarkedOnly ? [SQLCondition.bookmarkedAlbums] : []) {
            selections.append(
                ["id", "other_id"].map { id in
                    SQLCondition(
                        """
                        SELECT album.row FROM annotation CROSS JOIN album ON album.\(id) = annotation.id
                            WHERE \(AnnotationTable.isOfAlbum) AND \(albums.sql)
                                AND allowed & \(AlbumTable.bit(of: query.explicit)) <> 0
                        """)
                })
        }
        guard let search else { return selections }
        if let songs = try search.songs(limit: fewLimit) {
            let rows = SQLCondition("row IN (SELECT value FROM json_each(:songs))", ["songs": .text(songs.json)])
            selections.append([albums(ofSongs: rows)])
        }
        return selections + search.albums.map { [$0] }
    }

    /// Calls `body` with each row of the window, in order.
    func forEachRow(_ body: (Int64) throws -> Void) throws {
        let (offset, limit) = (query.window.offset, query.window.limit ?? .max)
        guard limit > 0 else { return }
        if let relevance {
            let count = offset.adding(saturating: limit)
            return try ranked(relevance, count: count).dropFirst(offset).prefix(limit).forEach(body)
        }
        var (skipped, found) = (0, 0)
        try walk { row in
            guard try isFound(row) else { return true }
            if skipped < offset {
                skipped += 1
                return true
            }
            found += 1
            try body(row)
            return found < limit
        }
    }

    /// Counts the selected rows.
    func count() throws -> Int {
        if search == nil, candidates == nil {
            return try RawStatement(db, "SELECT count(*) FROM album WHERE \(condition.sql)", condition.values).count()
        }
        if search == nil, !excludesAnnotated, let candidates { return candidates.count }
        var count = 0
        try walk { row in
            if try isFound(row) { count += 1 }
            return true
        }
        return count
    }

    /// Whether the search finds the album of a candidate; true without a search.
    private func isFound(_ row: Int64) throws -> Bool { try search.map { try $0.rank(ofAlbum: row) != nil } ?? true }

    /// Returns at least the first rows by rank, then name.
    private func ranked(_ relevance: SearchRelevance, count: Int) throws -> [Int64] {
        guard let search else { return [] }
        var found: [SearchRank: [Int64]] = [:]
        var first: [SearchRank] = []
        if !hasFewCandidates, !query.isReversed {
            // Sort keys show which albums have the first ranks.
            first = relevance.key.isEmpty ? [] : [.equal, .beginning]
            for rank in first {
                let keys = SQLCondition(keysOf: relevance, rank)
                try walk(where: keys) { row in
                    if try search.rank(ofAlbum: row) == rank { found[rank, default: []].append(row) }
                    return found[rank]?.count ?? 0 < count
                }
                if first.reduce(0, { $0 + (found[$1]?.count ?? 0) }) >= count { return rows(of: found) }
            }
        }
        try walk { row in
            guard let rank = try search.rank(ofAlbum: row), !first.contains(rank) else { return true }
            found[rank, default: []].append(row)
            // Other ranks follow, if no better one can be found.
            let best: SearchRank? = query.isReversed ? .elsewhere : first.isEmpty ? nil : .wordBeginnings
            let missing = count - first.reduce(0) { $0 + (found[$1]?.count ?? 0) }
            return rank != best || found[rank]?.count ?? 0 < missing
        }
        return rows(of: found)
    }

    private func rows(of found: [SearchRank: [Int64]]) -> [Int64] {
        (query.isReversed ? SearchRank.allCases.reversed() : SearchRank.allCases).flatMap { found[$0] ?? [] }
    }

    private var hasFewCandidates: Bool { candidates.map { $0.count <= Self.fewLimit } ?? false }

    /// Calls `body` with the rows of candidates in order until it returns false.
    private func walk(where keys: SQLCondition? = nil, _ body: (Int64) throws -> Bool) throws {
        let few = hasFewCandidates ? candidates : nil
        var conditions = [condition] + (keys.map { [$0] } ?? [])
        if let few {
            conditions.append(SQLCondition("row IN (SELECT value FROM json_each(:rows))", ["rows": .text(few.json)]))
        }
        let isCandidate = { (row: Int64) in few != nil || candidates?.contains(row) ?? true }
        if case .random(let seed) = query.order {
            return try walkRandomly(seed, .all(conditions), few != nil) { try !isCandidate($0) || body($0) }
        }
        for part in query.order.parts(isReversed: query.isReversed) {
            let all = SQLCondition.all(conditions + (part.condition.map { [SQLCondition($0)] } ?? []))
            let rows = try RawStatement(
                db, "SELECT row FROM album WHERE \(all.sql) ORDER BY \(part.terms)", all.values)
            while try rows.step() {
                let row = rows.firstInteger
                guard try !isCandidate(row) || body(row) else { return }
            }
        }
    }

    /// Reads one group of ids after the other, or all at once if they are few.
    private func walkRandomly(
        _ seed: UInt64, _ condition: SQLCondition, _ areFew: Bool, _ body: (Int64) throws -> Bool
    ) throws {
        let rows = try RawStatement(
            db, "SELECT row, id FROM album WHERE id BETWEEN :first AND :last AND \(condition.sql)", condition.values)
        func albums(in ids: ClosedRange<AlbumID>) throws -> [(row: Int64, id: AlbumID)] {
            rows.bind(["first": .integer(ids.lowerBound.stored), "last": .integer(ids.upperBound.stored)])
            return try rows.all { ($0.integer("row"), AlbumID(UInt64(bitPattern: $0.integer("id")))) }
        }
        var groups = RandomOrder.groups(seed: seed)
        if query.isReversed { groups.reverse() }
        let few =
            areFew
            ? Dictionary(grouping: try albums(in: AlbumID(0)...AlbumID(.max))) { RandomOrder.group(of: $0.id) } : nil
        for group in groups {
            let albums = try few.map { $0[group] ?? [] } ?? albums(in: RandomOrder.ids(of: group))
            let sorted = albums.sorted {
                RandomOrder.place(of: $0.id, seed: seed) < RandomOrder.place(of: $1.id, seed: seed)
            }
            for album in query.isReversed ? sorted.reversed() : sorted {
                guard try body(album.row) else { return }
            }
        }
    }
}

extension AlbumOrder {
    /// The terms of `ORDER BY` for albums that precede or follow all others, each read from an index in their order.
    ///
    /// Albums that were never played follow by name.
    fileprivate func parts(isReversed: Bool) -> [(condition: String?, terms: String)] {
        let name = isReversed ? "name_key DESC, artist_key DESC, id DESC" : "name_key, artist_key, id"
        switch self {
        case .relevance, .name, .random: return [(nil, name)]
        case .artist:
            let artist = "artist_key, released DESC, name_key, id"
            return [(nil, isReversed ? "artist_key DESC, released, name_key DESC, id DESC" : artist)]
        case .newest: return [(nil, "released \(isReversed ? "ASC NULLS LAST" : "DESC"), \(name)")]
        case .added: return [(nil, "added\(isReversed ? "" : " DESC"), \(name)")]
        case .played, .plays:
            let column = self == .played ? "played" : "plays"
            return [
                ("played IS NOT NULL", "\(column)\(isReversed ? "" : " DESC"), \(name)"), ("played IS NULL", name),
            ]
        }
    }
}

extension SQLCondition {
    fileprivate static let bookmarkedAlbums = SQLCondition("annotation.bookmarked = 1")

    /// Matches rows of `annotation` that meet a term about albums themselves, without its negation.
    fileprivate init(annotated term: AlbumTerm) {
        switch term.condition {
        case .bookmarked: self = .bookmarkedAlbums
        case .rating(let range):
            self.init("annotation.rating BETWEEN \(range.lowerBound) AND \(range.upperBound)")
        }
    }

    /// Matches rows of `album` whose row of `annotation` does not meet a condition.
    fileprivate init(withoutAnnotations condition: SQLCondition) {
        self.init("NOT EXISTS (SELECT 1 FROM annotation WHERE \(AnnotationTable.isOfAlbum) AND \(condition.sql))")
    }

    /// Selects the rows of the albums of songs that a filter allows; `songs` is a condition on rows of music.
    fileprivate static func albums(ofSongs songs: SQLCondition, allowing filter: ExplicitFilter) -> SQLCondition {
        SQLCondition(
            """
            SELECT album.row FROM (SELECT row AS song FROM music WHERE (\(songs.sql))\(ArtistColumns.and(filter)))
                CROSS JOIN music ON music.row = song CROSS JOIN album ON \(isSongOfAlbum)
                WHERE album.allowed & \(AlbumTable.bit(of: filter)) <> 0
            """, songs.values)
    }

    /// Matches albums whose sort keys show a rank: that of the name or of the artist equals the words, or begins so.
    fileprivate init(keysOf relevance: SearchRelevance, _ rank: SearchRank) {
        let conditions = ["name_key", "artist_key"].map { key in
            // No key contains the byte FF, which is greater than all bytes of UTF-8.
            rank == .equal
                ? "\(key) = :rank_key" : "\(key) >= :rank_key AND \(key) < :rank_key || CAST(x'FF' AS TEXT)"
        }
        self.init(conditions.joined(separator: " OR "), ["rank_key": .text(relevance.key.text)])
    }
}

/// Compares the songs of albums with the terms of a search.
private final class AlbumSearch {
    /// If more albums are compared, the songs that indexes find are read first.
    private static let albumsBeforeReading = 300
    /// If there is more than one candidate of this many songs, they are not read.
    private static let songsPerCandidate = 4

    /// Selections of rows of `album` that contain all results.
    let albums: [SQLCondition]
    /// Whether one of these selections contains nothing else: the search has only one genre.
    let isDecidedByAlbums: Bool
    private let candidates: SearchCandidates
    private let songs: RawStatement
    private let comparison: RawStatement
    private let isRanked: Bool
    private let db: Database
    /// Contains all songs that match; nil before they are read, and if they are too many.
    private var rows: RowSet?
    private var count = 0

    /// Returns nil for a search without terms.
    init?(
        _ search: SearchQuery, _ relevance: SearchRelevance?, allowing filter: ExplicitFilter, in db: Database,
        names: SourceNameCache
    ) throws {
        if search.terms.isEmpty { return nil }
        self.db = db
        isRanked = relevance != nil
        let filters = RowFilter.filters(of: search, names: names)
        let matcher = SearchMatcher(search, relevance: relevance, of: .album)
        (candidates, albums) = try Self.candidates(search, filters, allowing: filter, in: db)
        isDecidedByAlbums = search.terms.count == 1 && !albums.isEmpty
        songs = try RawStatement(
            db,
            """
            SELECT music.row FROM album CROSS JOIN music ON \(SQLCondition.isSongOfAlbum)
                WHERE album.row = :album\(ArtistColumns.and(filter))
            """)
        let condition = SQLCondition.all(filters.conditions)
        let rank = matcher.isEmpty ? "0" : SearchFunctions.rankOfAlbum
        comparison = try RawStatement(
            db, "SELECT \(rank) AS rank FROM music WHERE row = :row AND \(condition.sql)", condition.values)
        if !matcher.isEmpty { comparison.bind(matcher) }
    }

    private static func candidates(
        _ search: SearchQuery, _ filters: [RowFilter], allowing filter: ExplicitFilter, in db: Database
    ) throws -> (SearchCandidates, albums: [SQLCondition]) {
        var (texts, others): ([[String]], [SearchCandidates.TextOrRows]) = ([], [])
        var albums: [SQLCondition] = []
        for (index, term) in search.terms.enumerated() where !term.isNegated {
            guard case .text(let field, let word) = term.condition else { continue }
            switch field {
            case .title, .album: texts.append(word.forms)
            case .anywhere, .artist:
                let rows = try StoredNames.songs(ofOtherAlbumArtistWith: word, parameter: "artist\(index)", in: db)
                if let rows { others.append((word.forms, rows)) }
            case .genre:
                let rows = try StoredNames.albums(
                    ofGenreWith: word, allowing: filter, parameter: "genre\(index)", in: db)
                if let rows { albums.append(rows) }
            case .source: continue
            }
        }
        return (SearchCandidates(containing: texts, or: others, and: filters.compactMap(\.rows)), albums)
    }

    /// The songs that indexes find, unless there are more than a limit.
    func songs(limit: Int) throws -> RowSet? { try candidates.rows(limit: limit, in: db) }

    /// The best rank of a song of an album that matches; nil if none does.
    func rank(ofAlbum album: Int64) throws -> SearchRank? {
        count += 1
        if count == Self.albumsBeforeReading {
            rows = try songs(limit: SearchCandidates.lastRow(in: db) / Self.songsPerCandidate)
        }
        songs.bind(["album": .integer(album)])
        defer { songs.reset() }
        var best: Int?
        while try songs.step() {
            let song = songs.firstInteger
            if let rows, !rows.contains(song) { continue }
            let rank = try comparison.bind(["row": .integer(song)]).first { $0.optionalInteger("rank") } ?? nil
            guard let rank else { continue }
            best = min(best ?? rank, rank)
            if !isRanked || best == SearchRank.equal.rawValue { break }
        }
        return best.flatMap(SearchRank.init)
    }
}
