import FermataDomain
import GRDB

/// Music in batches; the task that receives a batch makes it from copied rows while the next rows are read.
struct MusicBatches: AsyncSequence, Sendable {
    typealias Failure = any Error
    fileprivate static let size = 500
    private let copies: TaskSequence<MusicCopies>

    /// Reads the window of a query from one state of a library.
    init(of query: MusicQuery, in library: SQLiteLibrary, ends: PageEnds) {
        copies = library.values(ahead: 1) { db, send in
            var copier = try MusicCopier(db, includesDetails: query.includesDetails, send: send)
            let selection = try MusicSelection(query, in: db, names: SourceNameCache(copier.names), ends: ends)
            try selection.forEachRow(in: db) { try copier.append($0) }
            try copier.finish()
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(copies: copies.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var copies: TaskSequence<MusicCopies>.Iterator
        private var current: MusicCopyReader?

        fileprivate init(copies: TaskSequence<MusicCopies>.Iterator) {
            self.copies = copies
        }

        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> [Music]? {
            try Task.checkCancellation()
            while true {
                if let batch = current?.next(MusicBatches.size) { return batch }
                current = nil
                guard let copies = try await copies.next(isolation: actor) else { return nil }
                current = MusicCopyReader(copies)
            }
        }
    }
}

/// Copied rows of music.
private struct MusicCopies: Sendable {
    let rows: CopiedRows
    let includesDetails: Bool
    let names: SourceNames
}

/// Reads copied rows of music in their order.
private struct MusicCopyReader {
    private let row: CopiedRow
    private let includesDetails: Bool
    private let names: SourceNameCache
    private var remaining: Range<Int>

    init(_ copies: MusicCopies) {
        (row, includesDetails) = (CopiedRow(of: copies.rows), copies.includesDetails)
        names = SourceNameCache(copies.names)
        remaining = 0..<copies.rows.count
    }

    /// Returns the next songs; nil at the end.
    mutating func next(_ count: Int) -> [Music]? {
        let batch = remaining.prefix(count)
        if batch.isEmpty { return nil }
        remaining = batch.upperBound..<remaining.upperBound
        return batch.map { position in
            row.move(to: position)
            return MusicRow.music(row, names: names, includesDetails: includesDetails)
        }
    }
}

/// Copies rows of music in a sort order.
///
/// Neighbouring rows of an order are far apart in the file. So many of them are read at a time, in the order of the
/// file: read one by one, each page would be read as often as it has rows.
private struct MusicCopier {
    /// The first batch is small, so that it is sent early.
    private static let (firstCount, growth) = (500, 4)
    /// The size of the rows that are copied at a time, in bytes.
    private static let size = 4_000_000
    let names: SourceNames
    private let includesDetails: Bool
    private let read: RawStatement
    private let send: (MusicCopies) throws -> Void
    private var rows: [Int64] = []
    private var count = firstCount
    private var sizeOfRow = 300

    init(_ db: Database, includesDetails: Bool, send: @escaping (MusicCopies) throws -> Void) throws {
        names = try SourceNames(db)
        let hasDownloads = try Row.fetchOne(db, sql: "SELECT 1 FROM download WHERE state = 1 LIMIT 1") != nil
        let columns = MusicRow.columns(
            includesDetails: includesDetails, hasDownloads: hasDownloads,
            hasSingleArtists: includesDetails ? try !db.isEmpty("music_artist") : false,
            fileMask: SourceNameCache(names).fileMask)
        read = try RawStatement(
            db,
            """
            SELECT music.row, \(columns)
                FROM (SELECT value AS number FROM json_each(:rows)) CROSS JOIN music ON music.row = number
            """)
        (self.includesDetails, self.send) = (includesDetails, send)
    }

    mutating func append(_ row: Int64) throws {
        rows.append(row)
        if rows.count == count { try copy() }
    }

    mutating func finish() throws {
        if !rows.isEmpty { try copy() }
    }

    private mutating func copy() throws {
        let places = rows.indices.sorted { rows[$0] < rows[$1] }
        read.bind(["rows": .text("[" + places.map { String(rows[$0]) }.joined(separator: ",") + "]")])
        // A little more, so that the memory seldom has to grow.
        let size = sizeOfRow * rows.count * 5 / 4
        var copies = CopiedRows(columns: read.columnNames, count: rows.count, size: size)
        for place in places {
            // An index of a damaged library may have other rows than its table.
            guard try read.step(), read.firstInteger == rows[place] else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            copies.copy(read, to: place)
        }
        read.reset()
        sizeOfRow = copies.size / rows.count
        count = min(count * Self.growth, max(Self.size / sizeOfRow, Self.firstCount))
        rows = []
        try send(MusicCopies(rows: copies, includesDetails: includesDetails, names: names))
    }
}
