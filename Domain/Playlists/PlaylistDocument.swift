/// A file that contains a playlist.
public protocol PlaylistDocument: Sendable {
    /// Reads the name and the entries. Throws `PlaylistDocumentError`.
    func read() async throws -> PlaylistDocumentContent

    /// Replaces the file completely or not at all, and returns the number of songs.
    ///
    /// Rethrows the errors of the sequence. Throws `PlaylistDocumentError.cannotWrite`.
    func write(
        _ name: String, _ songs: any AsyncSequence<[Music], any Error> & Sendable
    ) async throws -> Int
}

/// The formats of files of playlists that are written.
public enum PlaylistFileFormat: String, CaseIterable, Sendable {
    case m3u8, xspf
}

/// What a file of a playlist contains.
public struct PlaylistDocumentContent: Equatable, Sendable {
    /// The name that the file states, else the name of the file.
    public var name: String
    public var songs: [SongDescription]

    public init(name: String, songs: [SongDescription]) {
        (self.name, self.songs) = (name, songs)
    }
}

/// An error about a file of a playlist.
public enum PlaylistDocumentError: Error, Equatable, Sendable {
    case cannotRead(path: String, StorageFailure)
    case cannotWrite(path: String, StorageFailure)
    /// The file is longer than the limit in bytes.
    case tooLarge(path: String, limit: Int)
    /// The file is no valid XML from this line on.
    case invalidXML(path: String, line: Int)
    case noEntries(path: String)
    /// The library has none of the songs that the file lists.
    case noneFound(path: String, count: Int)
}

/// The result of importing a file of a playlist.
public struct PlaylistImport: Equatable, Sendable {
    public var playlist: Playlist
    /// The number of entries whose songs were found.
    public var foundCount: Int
    /// The entries whose songs the library does not have, or the listener may not see.
    public var missing: [SongDescription]

    public init(_ playlist: Playlist, foundCount: Int, missing: [SongDescription]) {
        (self.playlist, self.foundCount, self.missing) = (playlist, foundCount, missing)
    }
}

/// Makes one of the library's own playlists from a file.
public struct ImportPlaylistUsecase: Sendable {
    private let repository: any OwnPlaylistRepository
    private let listener: Listener

    public init(repository: any OwnPlaylistRepository, listener: Listener) {
        (self.repository, self.listener) = (repository, listener)
    }

    /// Creates a playlist of the songs of the file that the library has, by default with the file's name.
    ///
    /// `path` names the file in errors. Throws `PlaylistDocumentError` and `PlaylistError` before any change.
    public func execute(
        _ document: any PlaylistDocument, path: String, as name: String? = nil
    ) async throws -> PlaylistImport {
        let content = try await document.read()
        if content.songs.isEmpty { throw PlaylistDocumentError.noEntries(path: path) }
        let name = try PlaylistName.checked(name ?? content.name)
        let found = try await repository.songs(meant: content.songs, allowing: listener.filter)
        let songs = found.compactMap(\.self)
        if songs.isEmpty { throw PlaylistDocumentError.noneFound(path: path, count: content.songs.count) }
        let playlist = try await repository.create(name, songs: songs, allowing: listener.filter)
        let missing = zip(content.songs, found).filter { $0.1 == nil }.map(\.0)
        return PlaylistImport(playlist, foundCount: songs.count, missing: missing)
    }
}

/// Writes a playlist to a file, without songs that the listener may not see.
public struct ExportPlaylistUsecase: Sendable {
    private let getPlaylists: GetPlaylistsUsecase

    public init(getPlaylists: GetPlaylistsUsecase) {
        self.getPlaylists = getPlaylists
    }

    /// Returns the number of songs. Throws `PlaylistDocumentError` and `LibraryError`.
    public func execute(_ playlist: Playlist, to document: any PlaylistDocument) async throws -> Int {
        try await document.write(playlist.name, getPlaylists.batches(of: playlist))
    }
}
