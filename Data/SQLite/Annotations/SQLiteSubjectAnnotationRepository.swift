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
            let undo = UndoRecorder(db, edit.action, made: now())
            var isChanged = false
            for subject in subjects {
                let before = try writer.change(subject) { edit.apply(to: &$0, at: undo.made) }
                guard let before else { continue }
                try undo.recordAnnotations(before, of: subject)
                isChanged = true
            }
            if isChanged { try db.notifyChanges(in: Table("music")) }
        }
    }

    public func annotations(of subjects: [AnnotatedSubject]) async throws -> [SubjectAnnotations] {
        try await library.read { db in
            let reader = try SubjectAnnotationReader(db)
            return try subjects.map { subject in
                var annotations = try reader.annotations(of: subject)
                annotations.bookmarked = nil
                return annotations
            }
        }
    }

    public func all(allowing filter: ExplicitFilter) async throws -> [ExportedAnnotations] {
        try await library.read { db in
            let visibility = filter == .all ? nil : try SubjectVisibility(allowing: filter, in: db)
            let rows = try RawStatement(
                db,
                """
                SELECT id, bookmarked, rating, artist, album, \(AnnotationTable.time) AS time FROM annotation
                    WHERE \(AnnotationTable.isSet)
                """
            ).all { ExportedAnnotations(AnnotationTable.datedAnnotations($0), of: AnnotationTable.subject($0)) }
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
        try await library.write { db in try SubjectAnnotationWriter(db).removeReceived(change) }
    }
}

/// Finds out which albums and artists have music that a filter allows.
struct SubjectVisibility {
    private let album: RawStatement
    private let artists: ArtistSearch

    init(allowing filter: ExplicitFilter, in db: Database) throws {
        album = try RawStatement(
            db,
            "SELECT 1 FROM album WHERE (id = :id OR other_id = :id) AND allowed & \(AlbumTable.bit(of: filter)) <> 0")
        artists = try ArtistSearch(allowing: filter, in: db)
    }

    func contains(_ subject: AnnotatedSubject) throws -> Bool {
        switch subject {
        case .album: try album.bind(["id": .integer(subject.storedID)]).hasRow()
        case .artist(let name): try artists.artist(called: name) != nil
        }
    }
}
