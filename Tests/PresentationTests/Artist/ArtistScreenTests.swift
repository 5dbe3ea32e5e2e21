import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("An artist's table")
struct ArtistScreenTests {
    private static let music = (1...3).map {
        Music(id: MusicID($0), title: "Song \($0)", artist: "David Bowie", audioURL: "https://a/\($0)")
    }
    private let page = ArtistPage(
        artist: "David Bowie", albums: .loaded(ArtistAlbums()), tracks: music, trackCount: 3,
        playlists: .loaded(RelatedSample.playlists),
        related: .loaded(RelatedSample.related), freshness: .stored(since: nil))

    @Test("a web client sees that a download failed, without words of its server")
    func hidesForeignText() {
        let failed = DownloadState.failed(.server(code: 70, message: "/srv/music/1.mp3"))
        var page = page
        page.downloads = [Self.music[0].id: failed]
        var table = ArtistScreen(page, for: .webClient) { testNow }
        #expect(table.update(Download(music: Self.music[1], state: failed)) == true)
        let expected = Self.music.prefix(2).map { song in
            ArtistCellModel.track(TrackCellModel(song, download: .failed(.server(code: 70, message: ""))))
        }
        #expect(Array(table.rows.prefix(2)) == expected)
    }

    @Test("a repeated change, or one of other music, changes no row")
    func ignoresOtherChanges() {
        var table = ArtistScreen(page, for: .user) { testNow }
        let before = table.rows
        #expect(table.update(Download(music: Self.music[0], state: .notDownloaded)) == false)
        let other = Music(id: MusicID(9), title: "Other")
        #expect(table.update(Download(music: other, state: .downloaded)) == false)
        #expect(table.show(page) == false)
        #expect(table.rows == before)
    }

    @Test("a row is changed in place, without copying the others")
    func changesInPlace() {
        var table = ArtistScreen(page, for: .user) { testNow }
        let place = table.rows.withUnsafeBufferPointer { $0.baseAddress }
        for percent in 0...100 {
            let state = DownloadState.downloading(fraction: Double(percent) / 100)
            #expect(table.update(Download(music: Self.music[0], state: state)) == true)
        }
        #expect(table.rows.withUnsafeBufferPointer { $0.baseAddress } == place)
    }

    @Test("changes reach their rows after rows before them changed")
    func findsMovedRows() {
        var table = ArtistScreen(page, for: .user) { testNow }
        var offline = page
        offline.freshness = .offline(since: nil, failures: [])
        offline.tracks.remove(at: 0)
        #expect(table.show(offline) == true)
        #expect(table.update(Download(music: Self.music[2], state: .waiting)) == true)
        #expect(table.rows[2] == .track(TrackCellModel(Self.music[2], download: .waiting)))
        #expect(table.update(Download(music: Self.music[0], state: .waiting)) == false)
        table.fail(LibraryError.busy(path: "a"))
        #expect(table.update(Download(music: Self.music[1], state: .waiting)) == true)
        #expect(table.rows.contains(.track(TrackCellModel(Self.music[1], download: .waiting))))
    }

    @Test("an error replaces the messages of loading parts, and no others")
    func replacesLoadingMessages() {
        var partial = page
        (partial.playlists, partial.related) = (.failed(.damaged(path: "a")), .loading)
        var table = ArtistScreen(partial, for: .user) { testNow }
        table.fail(LibraryError.busy(path: "a"))
        let messages = table.rows.compactMap { row -> MessageCellModel.ID? in
            if case .message(let message) = row { message.id } else { nil }
        }
        #expect(messages.map(\.part) == [.table, .playlists] && messages.allSatisfy { $0.kind == .error })
    }

    @Test("a new page replaces the rows and the freshness")
    func replacesPage() {
        var loading = page
        (loading.playlists, loading.related) = (.loading, .loading)
        var table = ArtistScreen(loading, for: .user) { testNow }
        #expect(table.show(page) == true)
        #expect(table.rows == ArtistScreen(page, for: .user) { testNow }.rows)
        var fresh = page
        fresh.freshness = .fresh(at: testNow)
        #expect(table.show(fresh) == true)
        #expect(table.freshness?.text == "Updated just now")
    }

    @Test("the kind of problem is that of the unreadable part, until a page follows")
    func keepsKindOfProblem() {
        var failed = page
        failed.related = .failed(.damaged(path: "a"))
        var table = ArtistScreen(failed, for: .user) { testNow }
        #expect(table.problemKind == .damaged)
        #expect(table.show(page) == true)
        #expect(table.problemKind == nil)
        var invalid = page
        invalid.freshness = .offline(since: nil, failures: [SourceFailure(.status(404), address: "a")])
        #expect(table.show(invalid) == true)
        #expect(table.problemKind == .sourceUnavailable)
        invalid.freshness = .offline(since: nil, failures: [SourceFailure(.connectionFailed, address: "a")])
        #expect(table.show(invalid) == true)
        #expect(table.problemKind == nil)
    }
}

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
    music: any MusicRepository, albums: any AlbumRepository = InMemoryAlbumRepository { [] },
    artists: any ArtistRepository = RelatedSample.repository,
    downloads: any DownloadRepository = DownloadRepositoryStub(), listener: Listener = .anyone,
    audience: ProblemModel.Audience = .user
) -> ArtistDataSource {
    ArtistDataSource(
        getPage: GetArtistPageUsecase(
            music: music, albums: albums, artists: artists, downloads: downloads, listener: listener),
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
