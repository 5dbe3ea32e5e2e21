import FermataDomain
import FermataPresentation
import Testing

@Suite("The home page")
struct HomePageModelTests {
    private static let album = Album(id: AlbumID(1), name: "Low", artist: "David Bowie", songCount: 11)
    private static let song = Music(id: MusicID(256), title: "Changes", artist: "David Bowie", duration: .seconds(217))

    private func page(_ status: PlayerStatus, showsCounts: Bool = true) -> HomePageModel {
        HomePageModel(Home(nowPlaying: NowPlaying(status: status, song: Self.song, showsCounts: showsCounts)))
    }

    @Test("rows without albums are left out, and each links its list")
    func listsShelves() {
        let genre = Genre(name: "Rock", songCount: 2, albumCount: 1)
        let page = HomePageModel(Home(added: [Self.album], genres: [genre], random: [Self.album], seed: 7))
        #expect(page.mainShelves.map(\.list.title) == ["Recently added"])
        #expect(page.mainShelves.map(\.list.address.description) == ["/albums?sort=added"])
        #expect(page.randomShelf?.list.address.description == "/albums?sort=random&seed=7")
        #expect(page.genres.map(\.name) == ["Rock"] && !page.isEmpty && page.current == nil)
        let empty = HomePageModel(Home())
        #expect(empty.isEmpty && empty.mainShelves.isEmpty && empty.randomShelf == nil)
    }

    @Test("the stored queue continues at its song and position")
    func continuesQueue() throws {
        let status = PlayerStatus(queue: PlaybackFixture.queue(at: 3), elapsed: .milliseconds(61_500))
        let current = try #require(page(status).current)
        #expect(current.detailText == "1:01 / 3:37, 4 of 5" && current.actions.isEmpty)
        #expect(current.accessibilityLabel == "Changes – David Bowie, 1:01 / 3:37, 4 of 5")
        #expect(try #require(page(status, showsCounts: false).current).detailText == "1:01 / 3:37")
    }

    @Test("a program that plays is named, with buttons that control it")
    func controlsProgram() throws {
        var status = PlayerStatus(state: .playing, queue: PlaybackFixture.queue(at: 0))
        let playing = try #require(page(status).current)
        #expect(playing.detailText.hasPrefix("Plays in another program, 0:00"))
        #expect(playing.actions.map(\.title) == ["Previous", "Pause", "Next"])
        #expect(
            playing.actions.map(\.address.description)
                == ["/api/player/previous", "/api/player/toggle", "/api/player/next"])
        #expect(playing.remote?.duration == 217 && playing.remote?.percent == 100)
        #expect(playing.actions.allSatisfy { $0.method == .post })
        (status.state, status.place) = (.paused, .background)
        let paused = try #require(page(status).current)
        #expect(paused.actions.map(\.title) == ["Previous", "Play in the background", "Next"])
        #expect(paused.detailText.hasPrefix("Paused in the background, 0:00"))
        status.state = .stopped
        #expect(try #require(page(status).current).remote == nil)
    }
}
