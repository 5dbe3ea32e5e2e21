import FermataDomain
import Foundation

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
    let transcodeAudio: TranscodeAudioUsecase
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
        try await values(of: music.batches(of: query).all())
    }

    /// The albums of a query.
    func albums(_ query: AlbumQuery) async throws -> [Album] {
        try await albums.batches(of: query).all()
    }

    /// The songs of an album in the order of its tracks.
    func songs(of album: Album) async throws -> [Music] {
        try await music.batches(of: MusicQuery(album: album.selection, order: .album)).all()
    }

    /// Artists with their marks.
    func values(of counts: [AlbumArtistCount]) async throws -> [ArtistValue] {
        try await artists.annotated(counts).map { artist, annotations in
            ArtistValue(name: artist.name, annotations: annotations, albumCount: artist.albumCount)
        }
    }

    /// When a source was last read; nil if none was.
    func lastRefresh() async throws -> Date? { try await sources.execute().compactMap(\.refreshed).max() }

    func song(_ id: MusicID) async throws -> Music { try await music.find(id.description) }

    /// The name that an id of an artist stands for. Throws `ArtistError.notFound`.
    func name(of artist: ArtistName) async throws -> String { try await artistNames.spelling(of: artist) }
}
