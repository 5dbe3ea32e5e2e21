public import FermataDomain
public import Foundation
import GRDB

/// The bookmarks and ratings of albums and artists of the library on disk.
public struct SQLiteSubjectAnnotationRepository: SubjectImportRepository {
    private let library: SQLiteLibrary
    private let now: @Sendable () -> Date

    public init(library: SQLiteLibrary, now: @escaping @Sendable () -> Date) {
        self.library = library
        self.now = now
    }

    public func edit(_ subjects: [AnnotatedSubject], _ edit: AnnotationEdit) async throws {
        try await library.write { db in
            let writer = try SubjectAnnotationWriter(db)
            let undo = try UndoRecorder(db, edit.action, made: now())
            var isChanged = false
            for subject in subjects {
                guard let before = try writer.change(subject, edit.apply) else { continue }
                try undo.recordAnnotations(before, of: subject)
                isChanged = true
            }
            if isChanged { try db.notifyChanges(in: Table("music")) }
        }
    }

    public func annotations(of subjects: [AnnotatedSubject]) async throws -> [SubjectAnnotations] {
        try await library.read { db in
            let reader = try SubjectAnnotationReader(db)
            return try subjects.map(reader.annotations)
        }
    }

    public func all(allowing filter: ExplicitFilter) async throws -> [ExportedAnnotations] {
        try await library.read { db in
            let visibility = filter == .all ? nil : try SubjectVisibility(allowing: filter, in: db)
            let rows = try RawStatement(
                db, "SELECT id, bookmarked, rating, artist, album FROM annotation WHERE \(AnnotationTable.isSet)"
            ).all { ExportedAnnotations(AnnotationTable.annotations($0), of: AnnotationTable.subject($0)) }
            return try rows.filter { try visibility?.contains($0.subject) ?? true }.sorted { $0.precedes($1) }
        }
    }

    public func add(
        _ annotations: [ExportedAnnotations], allowing filter: ExplicitFilter
    ) async throws -> [ImportResult] {
        if annotations.isEmpty { return [] }
        return try await library.write { db in
            let writer = try SubjectAnnotationWriter(db)
            let visibility = filter == .all ? nil : try SubjectVisibility(allowing: filter, in: db)
            let results: [ImportResult] = try annotations.map { added in
                let isNew = try writer.change(added.subject) { _ = $0.add(added.annotations) } != nil
                // The result must not reveal annotations of hidden music.
                return try isNew || visibility?.contains(added.subject) == false ? .added : .existing
            }
            if results.contains(.added) { try db.notifyChanges(in: Table("music")) }
            return results
        }
    }
}

extension SQLiteSubjectAnnotationRepository: SubjectChangeRepository {
    public func waiting() async throws -> [WaitingChanges] {
        try await library.read { db in
            try RawStatement(
                db,
                """
                SELECT source.name AS name, count(*) AS count FROM annotation_change AS change
                    JOIN source ON source.id = change.source GROUP BY source.id ORDER BY source.added, source.id
                """
            ).all { WaitingChanges(source: $0.text("name"), count: Int($0.integer("count"))) }
        }
    }

    public func changes(of source: String, after number: Int, limit: Int) async throws -> [SubjectChange] {
        try await library.read { db in
            try RawStatement(
                db,
                """
                SELECT number, annotation AS id, is_rating, value, key, artist, album FROM annotation_change
                    WHERE source = (SELECT id FROM source WHERE name = :source) AND number > :number
                    ORDER BY number LIMIT \(max(0, limit))
                """, ["source": .text(source), "number": .integer(Int64(number))]
            ).all { row in
                let value = row.optionalInteger("value") ?? 0
                let edit =
                    row.integer("is_rating") == 1 ? AnnotationEdit.rate(Rating(rawValue: value)) : .bookmark(value == 1)
                return SubjectChange(
                    edit, of: AnnotationTable.subject(row), key: row.text("key"), number: Int(row.integer("number")))
            }
        }
    }

    public func remove(_ change: SubjectChange) async throws {
        try await library.write { db in try AnnotationTable.removeChange(change.number, in: db) }
    }

    public func revision(of source: String) async throws -> Int {
        try await library.read { db in try Self.revision(of: Self.id(of: source, in: db), in: db) }
    }

    public func apply(
        _ starred: [StarredSubject], of source: String, at revision: Int
    ) async throws -> SyncSummary? {
        try await library.write { db in
            let id = try Self.id(of: source, in: db)
            guard try Self.revision(of: id, in: db) == revision else { return nil }
            let summary = try StarredSubjectReader(source: id, in: db).apply(starred)
            if summary != SyncSummary() { try db.notifyChanges(in: Table("music")) }
            return summary
        }
    }

    private static func id(of source: String, in db: Database) throws -> Int64 {
        let find = try RawStatement(db, "SELECT id FROM source WHERE name = :name", ["name": .text(source)])
        if let id = try find.first({ $0.integer("id") }) { return id }
        throw try SourceError.unknown(source: source, in: db)
    }

    /// Grows with each new change, by the number that it gets, and with each one that is removed.
    private static func revision(of source: Int64, in db: Database) throws -> Int {
        try RawStatement(
            db,
            """
            SELECT 2 * ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'annotation_change'), 0)
                - (SELECT count(*) FROM annotation_change WHERE source = \(source))
            """
        ).count()
    }
}

/// Applies the stars and ratings that a source has for albums and artists.
private struct StarredSubjectReader {
    private let source: Int64
    private let db: Database
    private let writer: SubjectAnnotationWriter
    private let artists: ArtistSearch
    private let states: SubjectStates

    init(source: Int64, in db: Database) throws {
        (self.source, self.db) = (source, db)
        writer = try SubjectAnnotationWriter(db)
        artists = try ArtistSearch(allowing: .all, in: db)
        states = SubjectStates(of: source, in: db)
    }

    /// Applies all starred albums and artists, and returns how many bookmarks were added and removed.
    func apply(_ starred: [StarredSubject]) throws -> SyncSummary {
        var summary = SyncSummary()
        var found: Set<Int64> = []
        for remote in starred {
            guard let subject = try subject(remote.name), found.insert(subject.storedID).inserted else { continue }
            if try read(true, of: subject, isRating: false, \.isBookmarked) { summary.added += 1 }
            // A source that has never stated a rating may not have ratings.
            if try remote.rating != nil || states.known(isRating: true, of: subject.storedID) != nil {
                _ = try read(remote.rating, of: subject, isRating: true, \.rating)
            }
        }
        let others = try RawStatement(
            db,
            """
            SELECT id, artist, album FROM annotation WHERE bookmarked <> 0
                UNION SELECT annotation, artist, album FROM annotation_change WHERE source = \(source) AND is_rating = 0
            """
        ).all(AnnotationTable.subject)
        var read: Set<Int64> = found
        for subject in others where read.insert(subject.storedID).inserted {
            if try self.read(false, of: subject, isRating: false, \.isBookmarked) { summary.removed += 1 }
        }
        try states.forgetStars(except: found)
        return summary
    }

    /// Runs the transition of a bookmark or rating, and returns whether that has changed it.
    private func read<Value: StoredAnnotation>(
        _ value: Value, of subject: AnnotatedSubject, isRating: Bool,
        _ path: WritableKeyPath<SubjectAnnotations, Value>
    ) throws -> Bool {
        let id = subject.storedID
        let current = try writer.annotations(of: subject)[keyPath: path]
        let known = try states.known(isRating: isRating, of: id).map { Value(stored: $0) }
        let change = try states.change(isRating: isRating, of: id).map { AnnotationState<Value>.Change(number: $0) }
        var state = AnnotationState<Value>(current, known: known, change: change)
        state.read(value, number: 0)
        if state.value != current {
            // The change waits for the other sources of the songs.
            _ = try writer.change(subject) { $0[keyPath: path] = state.value }
            try states.removeChange(isRating: isRating, of: id)
        } else if change == nil, state.change != nil {
            let isSent = try writer.addChange(Int(state.value.stored), isRating: isRating, of: subject, for: source)
            // A source without songs of the album or artist cannot have the star.
            if !isSent { return false }
        } else if state.change == nil {
            try states.removeChange(isRating: isRating, of: id)
        }
        if let known = state.known { try states.setKnown(known.stored, isRating: isRating, of: id) }
        return state.value != current
    }

    /// The album or artist of this name with songs of the source; nil if there is none.
    private func subject(_ name: StarredSubject.Name) throws -> AnnotatedSubject? {
        switch name {
        case .artist(let name): return try artists.artist(called: name).map { .artist($0.name) }
        case .album(let name, let artists, let release):
            for artist in artists {
                guard let key = AlbumKey(name, by: artist) else { continue }
                let albums = try self.albums(of: key)
                let exact = albums.filter { $0.release != .any && $0.release.contains(release) }
                if let album = albums.count == 1 ? albums.first : exact.first {
                    return .album(album.id, name: name, artist: artist)
                }
            }
            return nil
        }
    }

    private func albums(of key: AlbumKey) throws -> [(id: AlbumID, release: AlbumRelease)] {
        try RawStatement(
            db,
            """
            SELECT DISTINCT id, release FROM album
                WHERE name_key = :name_key AND artist_key = :artist_key AND name IS :name AND artist IS :artist
                    AND allowed & \(AlbumTable.bit(of: .all)) <> 0
                    AND EXISTS (SELECT 1 FROM music WHERE \(SQLCondition.isSongOfAlbum)
                        AND sources & \(SourceMask.mask(of: source)) <> 0)
            """,
            [
                "name_key": .text(key.name.key.text), "artist_key": .text(key.artist.key.text),
                "name": SQLValue(key.name.raw), "artist": SQLValue(key.artist.raw),
            ]
        ).all { (id: AlbumID(UInt64(bitPattern: $0.integer("id"))), release: AlbumRelease(stored: $0.blob("release"))) }
    }
}

/// Finds out which albums and artists have music that a filter allows.
struct SubjectVisibility {
    private let album: RawStatement
    private let artists: ArtistSearch

    init(allowing filter: ExplicitFilter, in db: Database) throws {
        album = try RawStatement(
            db,
            """
            SELECT 1 FROM album WHERE (id = :id OR other_id = :id) AND allowed & \(AlbumTable.bit(of: filter)) <> 0
            """)
        artists = try ArtistSearch(allowing: filter, in: db)
    }

    func contains(_ subject: AnnotatedSubject) throws -> Bool {
        switch subject {
        case .album: try album.bind(["id": .integer(subject.storedID)]).hasRow()
        case .artist(let name): try artists.artist(called: name) != nil
        }
    }
}
