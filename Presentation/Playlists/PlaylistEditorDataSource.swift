public import FermataDomain

/// Creates, changes and deletes the library's own playlists, and reports each change.
///
/// Methods throw `PlaylistError` and `MusicError` before any change.
public struct PlaylistEditorDataSource: Sendable {
    private let edit: EditPlaylistUsecase
    private let importPlaylist: ImportPlaylistUsecase
    private let exportPlaylist: ExportPlaylistUsecase

    public init(
        edit: EditPlaylistUsecase, importPlaylist: ImportPlaylistUsecase, exportPlaylist: ExportPlaylistUsecase
    ) {
        (self.edit, self.importPlaylist, self.exportPlaylist) = (edit, importPlaylist, exportPlaylist)
    }

    /// Returns the one playlist of the library's own whose name or id matches the text.
    public func find(_ typed: String) async throws -> PlaylistCellModel {
        PlaylistCellModel(try await edit.find(typed))
    }

    public func create(_ name: String, songs: [MusicID] = []) async throws -> PlaylistChangeModel {
        let playlist = try await edit.create(name, songs: songs)
        return PlaylistChangeModel(playlist, "Created the playlist “\(playlist.name)” with \(Self.text(songs.count)).")
    }

    public func save(_ search: SavedSearch, as name: String) async throws -> PlaylistChangeModel {
        let playlist = try await edit.save(search, as: name)
        return PlaylistChangeModel(playlist, "Saved the search “\(playlist.name)”.")
    }

    /// Creates a playlist of the songs of the queue. Throws `PlaylistError.emptyQueue`.
    public func save(
        queue rows: any AsyncSequence<[QueueCellModel], any Error> & Sendable, as name: String
    ) async throws -> PlaylistChangeModel {
        var songs: [MusicID] = []
        for try await batch in rows { songs += batch.map(\.song.id) }
        if songs.isEmpty { throw PlaylistError.emptyQueue }
        return try await create(name, songs: songs)
    }

    public func copy(_ row: PlaylistCellModel, as name: String? = nil) async throws -> PlaylistChangeModel {
        let playlist = try await edit.copy(row.playlist, as: name)
        return PlaylistChangeModel(
            playlist, "Copied “\(row.name)” to the playlist “\(playlist.name)”, \(Self.text(playlist.count ?? 0)).")
    }

    /// Changes the songs of a playlist, if it still shows the expected ones at the positions of the change.
    public func change(
        _ row: PlaylistCellModel, by change: PlaylistChange, expecting songs: [MusicID]? = nil
    ) async throws -> PlaylistChangeModel {
        let playlist = try await edit.execute(change, of: row.playlist, expecting: songs)
        return PlaylistChangeModel(playlist, change.text(playlist.name))
    }

    public func rename(_ row: PlaylistCellModel, to name: String) async throws -> PlaylistChangeModel {
        let playlist = try await edit.rename(row.playlist, to: name)
        return PlaylistChangeModel(playlist, "Renamed “\(row.name)” to “\(playlist.name)”.")
    }

    /// Sets whether libraries that read this one get a copy of a playlist.
    public func setShared(_ isShared: Bool, _ row: PlaylistCellModel) async throws -> PlaylistChangeModel {
        let playlist = try await edit.setShared(isShared, row.playlist)
        let text = isShared ? "Other accounts see “\(playlist.name)” now." : "“\(playlist.name)” is private now."
        return PlaylistChangeModel(playlist, text)
    }

    public func delete(_ row: PlaylistCellModel) async throws { try await edit.delete(row.playlist) }

    /// Creates a playlist from a file. Throws `PlaylistDocumentError`.
    public func importPlaylist(
        _ document: any PlaylistDocument, path: String, as name: String?
    ) async throws -> PlaylistImportModel {
        PlaylistImportModel(try await importPlaylist.execute(document, path: path, as: name))
    }

    /// Writes a playlist to a file, and returns the message about it. Throws `PlaylistDocumentError`.
    public func export(
        _ row: PlaylistCellModel, to document: any PlaylistDocument, path: String
    ) async throws -> String {
        let count = try await exportPlaylist.execute(row.playlist, to: document)
        return "Wrote “\(row.name)”, \(Self.text(count)), to \(path)."
    }

    fileprivate static func text(_ count: Int) -> String { CountText(count, "song").text }
}

extension PlaylistChange {
    fileprivate func text(_ name: String) -> String {
        func text(_ count: Int) -> String { PlaylistEditorDataSource.text(count) }
        return switch self {
        case .add(let songs), .insert(let songs, at: _): "Added \(text(songs.count)) to “\(name)”."
        case .move(let positions, to: _): "Moved \(text(Set(positions).count)) in “\(name)”."
        case .remove(let positions): "Removed \(text(Set(positions).count)) from “\(name)”."
        case .replace: "Changed “\(name)”."
        }
    }
}

/// A changed playlist.
public struct PlaylistChangeModel: Equatable, Sendable {
    public let row: PlaylistCellModel
    /// The message after the change: `Added 3 songs to “Mix”.`
    public let text: String

    package init(_ playlist: Playlist, _ text: String) {
        (row, self.text) = (PlaylistCellModel(playlist), text)
    }
}

/// The removal of a playlist of the library's own.
public struct PlaylistDeletionModel: Equatable, Sendable {
    private let row: PlaylistCellModel

    public init(_ row: PlaylistCellModel) { self.row = row }

    /// `Delete “Mix”, own playlist, 3 songs?`
    public var question: String {
        let detail = [row.lowercaseKindText, row.countText].filter { !$0.isEmpty }.joined(separator: ", ")
        return "Delete “\(row.name)”, \(detail)?"
    }

    /// The message after it was deleted.
    public var deletedText: String { "Deleted “\(row.name)”." }

    /// The message after the person was asked.
    public func resultText(isDeleted: Bool) -> String {
        isDeleted ? "\(deletedText) Restore it with: fermata undo" : RemovalText.cancelled
    }
}

/// The result of importing a playlist from a file.
public struct PlaylistImportModel: Equatable, Sendable {
    private static let missingLimit = 20
    private let result: PlaylistImport

    init(_ result: PlaylistImport) { self.result = result }

    public var row: PlaylistCellModel { PlaylistCellModel(result.playlist) }

    /// `Imported “Mix” with 7 songs.`, `Imported “Mix” with 7 of 9 songs. Not in the library:`
    public var text: String {
        let total = result.foundCount + result.missing.count
        let count = result.missing.isEmpty ? "" : "\(CountText.grouped(result.foundCount)) of "
        return "Imported “\(row.name)” with \(count)\(PlaylistEditorDataSource.text(total))."
            + (result.missing.isEmpty ? "" : " Not in the library:")
    }

    /// The first entries whose songs were not found, a line for each.
    public var missingTexts: [String] {
        let more = result.missing.count - Self.missingLimit
        return result.missing.prefix(Self.missingLimit).map { "  " + $0.text.onOneLine }
            + (more > 0 ? ["  and \(CountText.grouped(more)) more"] : [])
    }
}
