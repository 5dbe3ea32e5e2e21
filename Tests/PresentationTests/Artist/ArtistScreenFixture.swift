import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation

/// The playlists and related artists of the sample's artist.
enum RelatedSample {
    static let playlists = [
        ArtistPlaylist(
            playlist: Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3), artistSongCount: 2),
        ArtistPlaylist(
            playlist: Playlist(id: PlaylistID(2), name: "Space", source: "radio", count: 9, missing: 1),
            artistSongCount: 1),
    ]
    static let related = [
        RelatedArtist(artist: Artist(name: "Björk", trackCount: 1), sharedPlaylists: 2, closeness: 7)
    ]
    static let rows: [ArtistCellModel] =
        playlists.map { .playlist(PlaylistCellModel($0.playlist, artistSongCount: $0.artistSongCount)) }
        + related.map { .relatedArtist(RelatedArtistCellModel($0)) }
    static let repository = ArtistRepositoryStub(playlists: { _ in playlists }, related: { _ in related })
}

let testNow = Date(timeIntervalSince1970: 1_700_000_000)

/// Makes the data source of an artist's page with the repositories of a test.
func artistDataSource(
    music: any MusicRepository, artists: any ArtistRepository = RelatedSample.repository,
    downloads: any DownloadRepository = DownloadRepositoryStub(), listener: Listener = .anyone,
    audience: ProblemModel.Audience = .user
) -> ArtistDataSource {
    ArtistDataSource(
        getPage: GetArtistPageUsecase(music: music, artists: artists, downloads: downloads, listener: listener),
        audience: audience, now: { testNow })
}

extension MusicRepository {
    /// The rows of tracks with these titles.
    func tracks(_ titles: [String]) async throws -> [ArtistCellModel] {
        let all = try await all()
        return titles.compactMap { title in
            all.first { $0.title == title }.map { .track(TrackCellModel($0)) }
        }
    }
}

extension ArtistCellModel {
    static func message(
        _ kind: MessageCellModel.Kind, of part: MessageCellModel.Part, _ text: String
    ) -> ArtistCellModel {
        .message(MessageCellModel(kind, of: part, text))
    }
}
