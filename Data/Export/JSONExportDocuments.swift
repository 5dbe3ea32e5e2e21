public import FermataDomain
public import Foundation

/// The documents of an export in a folder: JSON, and iCalendar for to-dos.
public struct JSONExportDocuments: ExportDocuments {
    private let folder: ExportFolder
    private let timeZone: TimeZone
    private let now: @Sendable () -> Date

    /// `now` provides the time at which imported sources are added.
    public init(folder: String, timeZone: TimeZone, now: @escaping @Sendable () -> Date) {
        self.folder = ExportFolder(path: folder)
        self.timeZone = timeZone
        self.now = now
    }

    public var toDos: any ToDoDocument {
        ICalendarToDoDocument(
            file: URL(filePath: folder.path(of: .toDos)), timeZone: timeZone, isPrivate: true, now: now)
    }

    public func prepare(replacing: Bool) async throws {
        try await BlockingIO.run { [folder] in try folder.prepare(replacing: replacing) }
    }

    public func existing() async throws -> Set<ExportKind> {
        try await BlockingIO.run { [folder] in try folder.existing() }
    }

    public func write(bookmarks: any AsyncSequence<[ExportedBookmark], any Error> & Sendable) async throws -> Int {
        try await writer(.bookmarks).write(bookmarks, BookmarkRecord.init)
    }

    public func write(playlists: any AsyncSequence<[ExportedPlaylist], any Error> & Sendable) async throws -> Int {
        try await writer(.playlists).write(playlists, ExportedPlaylistRecord.init)
    }

    public func write(sources: [ExportedSource]) async throws -> Int {
        let batches = TaskSequence<[ExportedSource]> { send in try send(sources) {} }
        return try await writer(.sources).write(batches, SourceRecord.init)
    }

    public func bookmarks() -> any AsyncSequence<[ImportRecord<ExportedBookmark>], any Error> & Sendable {
        reader(.bookmarks).records { (record: BookmarkRecord) in record.bookmark }
    }

    public func playlists() -> any AsyncSequence<[ImportRecord<ExportedPlaylist>], any Error> & Sendable {
        reader(.playlists).records { (record: ExportedPlaylistRecord) in record.playlist }
    }

    public func sources() -> any AsyncSequence<[ImportRecord<ExportedSource>], any Error> & Sendable {
        let added = now()
        return reader(.sources).records { (record: SourceRecord) in record.source(added: added) }
    }

    private func writer(_ kind: ExportKind) -> ExportWriter {
        ExportWriter(path: folder.path(of: kind), member: kind.rawValue)
    }

    private func reader(_ kind: ExportKind) -> ExportReader {
        ExportReader(path: folder.path(of: kind), member: kind.rawValue)
    }
}
