public import FermataDomain
import GRDB

/// What the library on disk knows of the contents of songs.
public struct SQLiteDuplicateRepository: DuplicateRepository {
    /// Returns the keys of songs by the digests of their audio, as the revision of a source of a kind states them.
    public typealias KeysByAudio = @Sendable (_ kind: String, _ revision: String) -> [String: [String]]

    private let library: SQLiteLibrary
    private let keysByAudio: KeysByAudio

    public init(library: SQLiteLibrary, keysByAudio: @escaping KeysByAudio) {
        (self.library, self.keysByAudio) = (library, keysByAudio)
    }

    public func sharedSongs(allowing filter: ExplicitFilter) async throws -> [SharedSong] {
        try await library.read { db in
            var reader = try SharedSongReader(db, allowing: filter)
            try reader.readRecordings()
            try reader.readDownloads()
            try reader.readAudio(keysByAudio)
            return try reader.songs()
        }
    }
}

/// Gathers the rows of songs by the contents that several of them share.
private struct SharedSongReader {
    private let db: Database
    /// A condition on rows of music that the listener may see.
    private let isAllowed: String
    private var contents: [Int64: Set<SharedContent>] = [:]

    init(_ db: Database, allowing filter: ExplicitFilter) throws {
        (self.db, isAllowed) = (db, filter.condition ?? "TRUE")
    }

    /// O(n log n) for n records with an id.
    mutating func readRecordings() throws {
        let rows = try RawStatement(
            db,
            """
            SELECT DISTINCT recording.id AS id, music.row AS row FROM recording JOIN music ON music.row = recording.row
                WHERE \(isAllowed) AND recording.id IN (
                    SELECT id FROM recording GROUP BY id HAVING min(row) <> max(row))
            """)
        let found = try rows.all { (content: MusicBrainzID(SIMD16($0.blob("id") ?? [])), row: $0.integer("row")) }
        add(found.map { (.recording($0.content), $0.row) })
    }

    mutating func readDownloads() throws {
        let rows = try RawStatement(
            db,
            """
            SELECT download.digest AS digest, music.row AS row FROM download JOIN music ON music.id = download.id
                WHERE \(isAllowed) AND state = 1 AND digest IN (
                    SELECT digest FROM download WHERE state = 1 GROUP BY digest HAVING count(*) > 1)
            """)
        add(try rows.all { (.download($0.blob("digest") ?? []), $0.integer("row")) })
    }

    /// Finds the songs of sources whose revisions list the audio of their files; O(n) for n files.
    mutating func readAudio(_ keysByAudio: SQLiteDuplicateRepository.KeysByAudio) throws {
        let sources = try RawStatement(
            db,
            """
            SELECT coalesce(identity, name) AS identity, kind, revision FROM source
                WHERE \(SourceTable.hasRevisionIndex) AND revision IS NOT NULL
            """
        ).all { (identity: $0.text("identity"), kind: $0.text("kind"), revision: $0.text("revision")) }
        var records: [String: [MusicID]] = [:]
        for source in sources {
            for (audio, keys) in keysByAudio(source.kind, source.revision) {
                records[audio, default: []] += keys.map { MusicID(source: source.identity, key: $0) }
            }
        }
        let find = try RawStatement(
            db, "SELECT music.row AS row FROM record JOIN music USING (row) WHERE record.id = :id AND \(isAllowed)")
        for (audio, ids) in records where ids.count > 1 {
            let rows = try ids.compactMap { id in
                try find.bind(["id": .integer(id.stored)]).first { $0.integer("row") }
            }
            add(Set(rows).map { (.audio(audio), $0) })
        }
    }

    /// Adds the rows of contents; one that a single row has is ignored.
    private mutating func add(_ found: [(content: SharedContent, row: Int64)]) {
        for (content, rows) in Dictionary(grouping: found, by: \.content) where rows.count > 1 {
            for (_, row) in rows { contents[row, default: []].insert(content) }
        }
    }

    func songs() throws -> [SharedSong] {
        let find = try RawStatement(db, "SELECT \(MusicRow.columns) FROM music WHERE row = :row")
        let names = try SourceNameCache(db)
        return try contents.keys.sorted().compactMap { row in
            let music = try find.bind(["row": .integer(row)]).first { MusicRow.music($0, names: names) }
            return music.map { SharedSong($0, contents[row] ?? []) }
        }
    }
}
