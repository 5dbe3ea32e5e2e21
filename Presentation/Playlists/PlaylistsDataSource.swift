public import FermataDomain

/// Provides the list of playlists, and the music of a playlist.
public struct PlaylistsDataSource: Sendable {
    private let getPlaylists: GetPlaylistsUsecase

    public init(getPlaylists: GetPlaylistsUsecase) { self.getPlaylists = getPlaylists }

    /// A window of the playlists whose names contain a text, sorted by name.
    public func list(named text: String = "", window: Window) async throws -> [PlaylistCellModel] {
        try await getPlaylists.execute(named: text, window: window).map { PlaylistCellModel($0) }
    }

    /// The playlists that people can add songs to, and whose names contain a text, sorted by name. O(n) for n playlists.
    package func editable(named text: String) async throws -> [PlaylistCellModel] {
        try await list(named: text, window: .all).filter(\.hasOwnSongs)
    }

    /// The number of playlists whose names contain a text.
    public func count(named text: String = "") async throws -> Int { try await getPlaylists.count(named: text) }

    /// Returns the one playlist whose name or id matches the text; its songs are not counted. Throws `PlaylistError`.
    public func find(_ typed: String) async throws -> PlaylistCellModel {
        PlaylistCellModel(try await getPlaylists.find(typed))
    }

    /// Returns the playlist with an id, with its songs counted. Throws `PlaylistError`.
    public func find(id: PlaylistID) async throws -> PlaylistCellModel {
        try await counted(PlaylistCellModel(try await getPlaylists.find(id: id)))
    }

    /// Returns a row with the number of its songs.
    public func counted(_ row: PlaylistCellModel) async throws -> PlaylistCellModel {
        PlaylistCellModel(try await getPlaylists.counted(row.playlist), artistSongCount: row.artistSongCount)
    }

    /// Returns the window of the music of a row's playlist in its order and in batches of rows.
    public func batches(
        of row: PlaylistCellModel, window: Window = .all
    ) -> any AsyncSequence<[MusicCellModel], any Error> & Sendable {
        getPlaylists.batches(of: row.playlist, window: window).rows(MusicCellModel.init)
    }
}
