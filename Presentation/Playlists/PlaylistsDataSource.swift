public import FermataDomain

/// Feeds the list of playlists, and the screen of one of them.
public struct PlaylistsDataSource: Sendable {
    private let getPlaylists: GetPlaylistsUsecase

    public init(getPlaylists: GetPlaylistsUsecase) {
        self.getPlaylists = getPlaylists
    }

    /// The window of all playlists whose name holds a text, in the order of names.
    public func list(named text: String = "", window: Window) async throws -> [PlaylistCellModel] {
        try await getPlaylists.execute(named: text, window: window).map { PlaylistCellModel($0) }
    }

    /// How many playlists there are whose name holds a text.
    public func count(named text: String = "") async throws -> Int {
        try await getPlaylists.count(named: text)
    }

    /// The one playlist that is called what a person typed, or whose name holds it. Throws `LibraryError`.
    public func find(_ typed: String) async throws -> PlaylistCellModel {
        PlaylistCellModel(try await getPlaylists.find(typed))
    }

    /// The playlist with an id. Throws `LibraryError`.
    public func find(id: PlaylistID) async throws -> PlaylistCellModel {
        PlaylistCellModel(try await getPlaylists.find(id: id))
    }

    /// Hands over the window of the music of a row's playlist in its order and in batches of rows.
    ///
    /// Memory is bounded by a batch. An error thrown by `body` ends the reading and is thrown on.
    public func read(
        _ row: PlaylistCellModel, window: Window = .all, body: @escaping @Sendable ([MusicCellModel]) throws -> Void
    ) async throws {
        try await getPlaylists.read(row.playlist, window: window) { try body($0.map(MusicCellModel.init)) }
    }
}
