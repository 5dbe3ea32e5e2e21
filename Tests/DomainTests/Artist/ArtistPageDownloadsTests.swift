import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("Downloads on an artist's page", .deadline)
struct ArtistPageDownloadsTests {
    private let query = ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical)

    @Test("includes the download states of its tracks")
    func includesTrackStates() async throws {
        let library = try await ArtistSample.library()
        let (changes, fame) = (try await library.music(called: "Changes"), try await library.music(called: "Fame"))
        let bjork = try await library.music(called: "Hyperballad")
        let downloads = DownloadRepositoryStub([
            Download(music: changes, state: .downloading(fraction: 0.5)),
            Download(music: fame, state: .failed(.other("gone"))), Download(music: bjork, state: .downloaded),
        ])
        for try await case .page(let page) in usecase(library, downloads).execute(query) {
            #expect(
                page.downloads == [changes.id: .downloading(fraction: 0.5), fame.id: .failed(.other("gone"))])
            break
        }
    }

    @Test("emits download changes of the artist's allowed tracks only")
    func emitsAllowedTrackChanges() async throws {
        let library = try await ArtistSample.library()
        let downloads = DownloadRepositoryStub()
        let execution = usecase(library, downloads, listener: Listener(age: 12)).execute(query)
        for title in ["Hyperballad", "Fame", "ashes to ashes"] {
            downloads.send(Download(music: try await library.music(called: title), state: .waiting))
        }
        var arrived: [String] = []
        for try await case .download(let download) in execution {
            #expect(download.state == .waiting)
            arrived.append(download.music.title)
            if download.music.title == "ashes to ashes" { break }
        }
        #expect(arrived == ["ashes to ashes"])
    }

    @Test("emits download changes of a song that the artist shares with others")
    func emitsSharedTrackChanges() async throws {
        let library = try await ArtistSample.library()
        let downloads = DownloadRepositoryStub()
        let execution = usecase(library, downloads).execute(query)
        var song = try await library.music(called: "Hyperballad")
        for artists in [["Queen"], [ArtistSample.artist, "Queen"]] {
            song.artists = artists
            downloads.send(Download(music: song, state: .waiting))
        }
        for try await case .download(let download) in execution {
            #expect(download.music.artists == [ArtistSample.artist, "Queen"])
            break
        }
    }

    @Test("emits a change that arrives during loading after the page")
    func emitsChangeAfterPage() async throws {
        let library = try await ArtistSample.library()
        let changes = try await library.music(called: "Changes")
        let downloads = DownloadRepositoryStub()
        let artists = ArtistRepositoryStub(playlists: { _ in
            downloads.send(Download(music: changes, state: .downloaded))
            return []
        })
        let usecase = GetArtistPageUsecase(
            music: library, albums: InMemoryAlbumRepository(library), artists: artists, downloads: downloads,
            listener: .anyone)
        var kinds: [String] = []
        for try await update in usecase.execute(query) {
            switch update {
            case .page: kinds.append("page")
            case .download: kinds.append("download")
            }
            if kinds.count == 3 { break }
        }
        #expect(kinds == ["page", "page", "download"])
    }

    private func usecase(
        _ library: InMemoryMusicRepository, _ downloads: DownloadRepositoryStub, listener: Listener = .anyone
    ) -> GetArtistPageUsecase {
        GetArtistPageUsecase(
            music: library, albums: InMemoryAlbumRepository(library), artists: ArtistRepositoryStub(),
            downloads: downloads, listener: listener)
    }
}
