import FermataDomain
import Foundation
import Hummingbird

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
    let sizes: any AudioSizeRepository
    let bookmarkTimes: any BookmarkTimeRepository
    let lyrics: GetLyricsUsecase
    let positions: SavedPositionsUsecase
    let sources: GetSourcesUsecase
    let player: ControlPlayerUsecase
    let replies: SubsonicReplyCache
}

/// The use cases of accounts, which may have libraries of their own.
struct AccountServices: Sendable {
    /// Returns the use cases of an account. Throws `LibraryError`.
    let services: @Sendable (Account) async throws -> SubsonicServices
    /// Returns the data sources of an account's pages, and a number that is another one once its library was opened again.
    /// Throws `LibraryError`.
    let site: @Sendable (Account) async throws -> (dependencies: SiteDependencies, version: Int)
    /// Closes and repairs the library at a path. Returns whether it is an account's own one.
    let repair: @Sendable (_ path: String) async -> Bool
    /// Follows changes of the served library until the task is cancelled.
    let run: @Sendable () async -> Void
}

/// The replies to a listener that follow from the library only.
struct SubsonicReplyCache: Sendable {
    private struct Key: Hashable {
        let text: String
        let version: Int
    }

    private let cache = ResponseCache()
    private let flights = SingleFlight<Key, Response>()
    private let changes: any LibraryChangeObserver

    init(changes: any LibraryChangeObserver) { self.changes = changes }

    /// Returns the response that a key stands for, from the cache if the library has not changed since it was made.
    /// Requests for one key at the same time share a response.
    func response(for key: String, _ make: @escaping @Sendable () async throws -> Response) async throws -> Response {
        // Reads the version before the rows: rows that change meanwhile are then stored under an outdated version.
        guard let version = try changes.knownVersion() else { return try await make() }
        if let response = cache.response(for: key, version: version, now: nil) { return response }
        return try await flights.value(for: Key(text: key, version: version)) { [cache] in
            let response = try await make()
            cache.store(response, for: key, version: version, made: nil)
            return response
        }
    }
}

extension SubsonicServices {
    /// Songs with the ids of their albums.
    func values(of songs: [Music]) async throws -> [SongValue] {
        try await values(of: songs, in: albums.albumIDs(of: songs))
    }

    /// Songs with ids of albums, one for each.
    func values(of songs: [Music], in albums: [AlbumID?]) async throws -> [SongValue] {
        let sizes = try await sizes.sizes(of: songs)
        let times = try await bookmarkTimes.times(of: songs)
        return zip(zip(songs, albums), sizes).map { song, size in
            SongValue(song: song.0, album: song.1, size: size, bookmarked: times[song.0.id])
        }
    }

    /// The songs of a query.
    func songs(_ query: MusicQuery) async throws -> [SongValue] {
        try await values(of: music.batches(of: query).all())
    }

    /// The albums of a query.
    func albums(_ query: AlbumQuery) async throws -> [Album] {
        try await bookmarkTimes.dated(albums.batches(of: query).all())
    }

    /// The songs of an album in the order of its tracks.
    func songs(of album: Album) async throws -> [SongValue] {
        let songs = try await music.batches(of: MusicQuery(album: album.selection, order: .album)).all()
        return try await values(of: songs, in: songs.map { _ in album.id })
    }

    /// The albums that lists count for an artist.
    func albums(ofArtist name: String) async throws -> [Album] {
        try await bookmarkTimes.dated(albums.albums(ofArtist: name))
    }

    /// An album by its id. Throws `AlbumError.notFound`.
    func album(_ id: AlbumID) async throws -> Album { try await bookmarkTimes.dated([albums.find(id: id)])[0] }

    /// Artists with their marks.
    func values(of counts: [AlbumArtistCount]) async throws -> [ArtistValue] {
        let found = try await artists.annotated(counts)
        let dated = try await bookmarkTimes.dated(found.map(\.annotations), ofArtists: counts.map(\.name))
        return zip(counts, dated).map { artist, annotations in
            ArtistValue(
                name: artist.name, annotations: annotations, artwork: artist.artwork, albumCount: artist.albumCount)
        }
    }

    /// Artists with their marks, pictures and numbers of albums. Reads the albums of each.
    func values(of artists: [AnnotatedArtist]) async throws -> [ArtistValue] {
        let dated = try await bookmarkTimes.dated(
            artists.map(\.annotations), ofArtists: artists.map(\.artist.name))
        var values: [ArtistValue] = []
        for (artist, annotations) in zip(artists, dated) {
            let albums = try await self.albums.albums(ofArtist: artist.artist.name)
            values.append(
                ArtistValue(
                    name: artist.artist.name, annotations: annotations,
                    artwork: albums.first { $0.artwork != nil }?.id, albumCount: albums.count))
        }
        return values
    }

    /// When a source was last read; nil if none was.
    func lastRefresh() async throws -> Date? { try await sources.execute().compactMap(\.refreshed).max() }

    func song(_ id: MusicID) async throws -> Music { try await music.find(id.description) }

    /// The name that an id of an artist stands for. Throws `ArtistError.notFound`.
    func name(of artist: ArtistName) async throws -> String { try await artistNames.spelling(of: artist) }
}
