import FermataDomain

/// The use cases of one listener, from which routes reply.
struct SubsonicServices: Sendable {
    let music: GetMusicUsecase
    let albums: GetAlbumsUsecase
    let artists: GetArtistsUsecase
    let artistNames: FindArtistUsecase
    let similarMusic: GetSimilarMusicUsecase
    let annotate: AnnotateSubjectsUsecase
    let setBookmark: SetBookmarkUsecase
    let rate: RateMusicUsecase
    let playlists: GetPlaylistsUsecase
    let editPlaylist: EditPlaylistUsecase
    let recordPlay: RecordPlayUsecase
    let audio: GetAudioUsecase
    let artwork: GetArtworkUsecase
    let lyrics: GetLyricsUsecase
    let sources: GetSourcesUsecase
    let player: ControlPlayerUsecase
}

extension SubsonicServices {
    /// Songs with the ids of their albums.
    func values(of songs: [Music]) async throws -> [SongValue] {
        zip(songs, try await albums.albumIDs(of: songs)).map { SongValue(song: $0, album: $1) }
    }

    /// The songs of a query.
    func songs(_ query: MusicQuery) async throws -> [SongValue] {
        var songs: [Music] = []
        for try await batch in music.batches(of: query) { songs += batch }
        return try await values(of: songs)
    }

    /// The albums of a query.
    func albums(_ query: AlbumQuery) async throws -> [Album] {
        var found: [Album] = []
        for try await batch in albums.batches(of: query) { found += batch }
        return found
    }

    /// The songs of an album in the order of its tracks.
    func songs(of album: Album) async throws -> [Music] {
        var songs: [Music] = []
        for try await batch in music.batches(of: MusicQuery(album: album.selection, order: .album)) { songs += batch }
        return songs
    }

    func song(_ id: MusicID) async throws -> Music { try await music.find(id.description) }

    /// The name that an id of an artist stands for. Throws `ArtistError.notFound`.
    func name(of artist: ArtistName) async throws -> String { try await artistNames.spelling(of: artist) }
}
