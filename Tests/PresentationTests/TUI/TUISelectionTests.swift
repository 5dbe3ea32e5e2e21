import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("Several rows, orders and bookmarks of the TUI, and the song that plays")
struct TUISelectionTests {
    private static let albums = ["Low", "Lodger", "Blackstar"].enumerated().map { index, name in
        Album(id: AlbumID(UInt64(index + 1)), name: name, artist: "David Bowie", songCount: 3)
    }
    private static let sources = albums.map { TUISongs.rows(.album(AlbumCellModel($0))) }
    private static let artists = ["Abba", "Lou Reed"].map {
        ListedArtistCellModel(AlbumArtistCount(name: $0, albumCount: 1))
    }

    private func session(_ tab: MainScreen = .albums, keys: TUIKeyMap = TUIKeyMap()) -> TUISession {
        var session = TUISession(keys: keys)
        (session.albums, session.artists) = (Self.albums, Self.artists)
        session.playlists = [Playlist(id: PlaylistID(1), name: "Mix", origin: .own, count: 2)]
        session.start()
        session.press(tab.key)
        session.clearRequested()
        return session
    }

    @Test("V selects several albums, and each key is about all of them")
    func selectsAlbums() {
        let songs = TUISongs.all(Array(Self.sources.prefix(2)))
        for (key, effect) in [
            ("A", .enqueue(songs)), ("I", .enqueueNext(songs)), ("p", .play(songs)),
        ] as [(TUIKey, TUIEffect)] {
            var session = session()
            session.press("V", .down, key)
            #expect(session.requested == [effect])
            #expect(!session.position.contains("selected"))
        }
        var session = session()
        session.press("V", .down, "A")
        #expect(session.statusText == "Added 2 albums to the queue.")
        session.press("V", .up, "y")
        #expect(session.screen.title == "Add 2 albums to a playlist")
    }

    @Test("d asks before it downloads the songs of albums and playlists")
    func asksBeforeDownloads() {
        var session = session()
        session.press("V", .down, "d")
        #expect(session.requested.isEmpty && session.statusText == "Download 2 albums? y/n")
        session.press("y")
        #expect(session.requested == [.downloadSongs(.all(Array(Self.sources.prefix(2))))])
        session.clearRequested()
        session.press("g", "d", "n")
        #expect(session.requested.isEmpty)
        session = self.session(.playlists)
        session.press("d")
        #expect(session.statusText == "Download “Mix” (2 songs)? y/n")
    }

    @Test("b and the numbers are about the selected albums, and the change is shown")
    func annotatesAlbums() {
        var session = session()
        let subjects = Self.albums.suffix(2).map { AnnotatedSubject($0) }
        session.press(.down, "V", .down, "b")
        #expect(session.requested == [.annotateAll(subjects, .bookmark(true))])
        session.clearRequested()
        session.press("V", .up, "4")
        #expect(session.requested == [.annotateAll(subjects, .rate(.four))])
        let bookmarked = SubjectAnnotations(isBookmarked: true)
        session.send(
            .allAnnotated(subjects.map { AnnotationChangeModel(.bookmark(true), of: $0, bookmarked) }))
        #expect(session.statusText == "Bookmarked 2 albums.")
        #expect(session.lines.prefix(3).map { $0.contains("b|") } == [false, true, true])
        session.clearRequested()
        session.press("V", .down, "b")
        #expect(session.requested == [.annotateAll(subjects, .bookmark(false))])
    }

    @Test("playlists have no bookmarks, which a message says")
    func refusesPlaylists() {
        var session = session(.playlists)
        session.press("V", "b")
        #expect(session.requested.isEmpty)
        #expect(session.statusText == "Only songs, albums and artists have bookmarks and ratings.")
        session.press("A")
        #expect(session.statusText == "Added 1 playlist to the queue.")
    }

    @Test(
        "s shows the key of each order",
        arguments: [("a", "by addition"), ("p", "by plays"), ("r", "in random order"), ("s", "by addition")]
            as [(TUIKey, String)])
    func choosesOrder(key: TUIKey, order: String) {
        var session = session()
        session.press("s")
        #expect(session.statusText.hasPrefix("Order by: s next  a added  p plays  r random  "))
        session.press(key)
        #expect(session.screen.title == "Albums \(order)")
        session.press("s", .escape)
        #expect(session.screen.title == "Albums \(order)")
    }

    @Test(
        "each order of songs and albums has a key of its own",
        arguments: [(.music, SortOrder.allCases.count), (.albums, AlbumOrderKey.allCases.count)] as [(MainScreen, Int)])
    func hasKeys(tab: MainScreen, count: Int) {
        var session = session(tab)
        session.send(.resized(columns: 200, rows: 24))
        session.press("/", "a", .enter, "s")
        let hints = (session.screen.hints ?? "").split(separator: "  ")
        #expect(hints.first == "s next" && hints.last == "Esc cancel")
        #expect(hints.count == count + 2 && Set(hints.dropLast().map(\.first)).count == count + 1)
    }

    @Test("two lines of 80 columns show the keys of all orders, a narrow screen some")
    func fitsOrders() {
        var session = session(.music)
        session.press("/", "a", .enter, "s")
        #expect(
            session.statusText == "Order by: s next  a added  p plays  b best match  t title  i artist  m album")
        #expect(session.screen.hints == "o popular  n newest  l last played  r rating  Esc cancel")
        session.send(.resized(columns: 50, rows: 24))
        #expect(session.statusText.hasPrefix("Order by: s/a/p/b/t/"))
        #expect(session.screen.hints?.hasPrefix("s next  a added") == true)
    }

    @Test("F3 again shows bookmarked albums, then artists, then songs, and opens an artist")
    func showsKindsOfBookmarks() {
        var session = session(.bookmarks)
        #expect(session.screen.title == "Bookmarked music by title; F3: albums")
        session.press(.function(3))
        #expect(session.screen.title == "Bookmarked albums by name; F3: artists" && session.lines[0].contains("Low"))
        #expect(session.loads.last?.source == .albums(AlbumQuery(bookmarkedOnly: true)))
        session.press(.function(3))
        #expect(session.screen.title == "Bookmarked artists; F3: songs" && session.lines[1].contains("Lou Reed"))
        session.press(.down, .enter)
        #expect(session.screen.title == "Lou Reed, songs by popularity")
        session.press(.function(3), .function(3))
        #expect(session.screen.title == "Bookmarked music by title; F3: albums")
    }

    @Test("B and the shifted numbers are about the song that plays, on any tab")
    func annotatesPlayingSong() {
        var session = session(.sources)
        session.press("B")
        #expect(session.requested.isEmpty && session.statusText.hasPrefix("Nothing plays."))
        let song = TUISession.song(1, "Fame")
        let status = PlayerStatus(state: .playing, queue: PlayQueue([song.id]))
        session.send(.playerChanged(NowPlayingModel(NowPlaying(status: status, song: song)), lyrics: nil))
        session.clearRequested()
        session.press("B")
        #expect(session.statusText.hasPrefix("Bookmarked “Fame”."))
        session.press("B")
        #expect(session.statusText.hasPrefix("Removed the bookmark of “Fame”."))
        session.press("B", "$", ")")
        let row = MusicCellModel(song)
        #expect(
            session.requested == [
                .setBookmark(true, of: row), .setBookmark(false, of: row), .setBookmark(true, of: row),
                .setRating(.four, of: row), .setRating(nil, of: row),
            ])
    }

    @Test("texts of empty lists name the keys of the theme")
    func namesKeysOfTheme() {
        var keys = TUIKeyMap()
        keys.set(["F"], for: .bookmark)
        keys.set(["C"], for: .play)
        var session = session(.bookmarks, keys: keys)
        session.songs = []
        session.send(.libraryChanged)
        #expect(session.lines[0] == "Nothing is bookmarked yet. Press F on a song to bookmark it.")
        session.press("w")
        #expect(session.lines[0] == "Nothing to play. Press C on a song.")
    }

    @Test("the help screen explains the marks of rows")
    func explainsMarks() {
        var session = session()
        session.press("?", "G")
        #expect(session.lines.contains { $0.contains("▶ ✭ ⤓ E ★") && $0.contains("bookmarked") })
    }
}
