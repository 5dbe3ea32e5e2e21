import FermataDomain
import FermataPresentation
import Testing

@Suite("The TUI's albums")
struct TUIAlbumTests {
    private static let low = Album(
        id: AlbumID(1), name: "Low", artist: "David Bowie", released: ReleaseDate(year: 1977), songCount: 3,
        duration: .seconds(651))
    private static let lodger = Album(id: AlbumID(2), name: "Lodger", artist: "David Bowie", songCount: 1)

    private func session(rows: Int = 24) -> TUISession {
        var session = TUISession(rows: rows)
        session.albums = [Self.low, Self.lodger]
        session.start()
        session.press(.function(2))
        session.clearRequested()
        return session
    }

    @Test(
        "a key shows albums from every list: added last, played most, or any",
        arguments: [("D", AlbumOrder.added), ("C", .plays)] as [(TUIKey, AlbumOrder)])
    func showsOrder(key: TUIKey, order: AlbumOrder) {
        var session = TUISession.started()
        session.press(.function(4), key)
        #expect(session.loads.last?.source == .albums(AlbumQuery(order: order)))
        session.press("O")
        guard case .albums(let any) = session.loads.last?.source, case .random(let seed) = any.order else {
            Issue.record("no random albums")
            return
        }
        session.press("O")
        #expect(session.loads.last?.source != .albums(AlbumQuery(order: .random(seed: seed))))
    }

    @Test("lists the albums in a tab, and plays one with two keys from the start")
    func playsAlbum() {
        var session = session()
        #expect(session.screen.title == "Albums by name" && session.position == "1 of 2")
        #expect(session.lines.prefix(2) == ["> Low|David Bowie|1977|3|10:51", "  Lodger|David Bowie|1"])
        session.press("p")
        #expect(session.requested == [.play(.rows(.album(AlbumCellModel(Self.low))))])
    }

    @Test("opens an album's tracks, and plays from the selected one on")
    func opensAlbum() {
        var session = session()
        session.press(.enter)
        #expect(session.screen.title == "Low, David Bowie, 1977, 3 songs, 10:51")
        #expect(session.lines[0] == "> Changes|3:37" && session.position == "1 of 3")
        session.clearRequested()
        session.press(.down, "p")
        #expect(session.requested == [.play(.rows(.album(AlbumCellModel(Self.low)), Window(offset: 1)))])
        session.press("i")
        #expect(session.screen.title == "Fame")
        session.press("h", "h", .down, "i")
        #expect(session.screen.title?.hasPrefix("Lodger") == true, "i opens an album, too")
    }

    @Test("adds an album to the queue")
    func addsAlbum() {
        var session = session()
        session.press(.down, "A")
        #expect(session.requested == [.enqueue(.rows(.album(AlbumCellModel(Self.lodger))))])
        #expect(session.statusText == "Added “Lodger” to the queue.")
    }

    @Test("ignores keys for songs on the row of an album", arguments: ["L", "x", "c"] as [TUIKey])
    func ignoresKeysOfSongs(key: TUIKey) {
        var session = session()
        session.press(key)
        #expect(session.requested.isEmpty && session.screen.title == "Albums by name")
    }

    @Test("bookmarks and rates the album itself, and shows it")
    func annotatesAlbum() throws {
        var session = session()
        let subject = AnnotatedSubject.album(Self.low.id, name: "Low", artist: "David Bowie")
        session.press("b", "b", "b", "4", "0")
        #expect(
            session.requested == [
                .annotate(subject, .bookmark(true)), .annotate(subject, .bookmark(false)),
                .annotate(subject, .bookmark(true)), .annotate(subject, .rate(.four)), .annotate(subject, .rate(nil)),
            ])
        let annotations = SubjectAnnotations(isBookmarked: true, rating: .four)
        session.send(.annotated(AnnotationChangeModel(.rate(.four), of: subject, annotations)))
        #expect(session.statusText == "Rated the album “Low” ★★★★☆.")
        #expect(session.lines[0] == "> b|Low ★★★★☆|David Bowie|1977|3|10:51")
        #expect(session.screen.hints?.contains("b unbookmark") == true)
        session.press("b")
        #expect(session.requested.last == .annotate(subject, .bookmark(false)))
        let problem = ProblemModel(.storageFull, "The disk is full.")
        session.send(.annotationFailed(subject, .bookmark(false), problem))
        session.press("b")
        #expect(session.requested.last == .annotate(subject, .bookmark(false)))
        session.send(.annotationFailed(subject, .rate(.four), problem))
        session.press("b")
        #expect(session.requested.last == .annotate(subject, .bookmark(true)))
    }

    @Test("an album stays bookmarked when older rows arrive, until the undo")
    func keepsAnnotation() throws {
        var session = session()
        let load = try session.holdReload()
        let subject = AnnotatedSubject.album(Self.low.id, name: "Low", artist: "David Bowie")
        session.send(
            .annotated(AnnotationChangeModel(.bookmark(true), of: subject, SubjectAnnotations(isBookmarked: true))))
        session.reply(.load(load))
        #expect(session.lines[0].hasPrefix("> b|Low"))
        session.repliesAtOnce = true
        session.send(.undone(.bookmark, .annotated(subject)))
        #expect(session.lines[0].hasPrefix("> Low"))
        #expect(session.statusText == "Undone: bookmarked the album “Low” by David Bowie.")
    }

    @Test("bookmarks an album and a related artist on an artist's page")
    func annotatesRowsOfArtist() throws {
        var session = session()
        session.press(.function(1))
        session.repliesAtOnce = false
        session.press("o")
        let related = RelatedArtist(artist: Artist(name: "Lou Reed", trackCount: 1), sharedPlaylists: 1, closeness: 1)
        let rows: [ArtistCellModel] = [
            .album(AlbumCellModel(Self.low)), .relatedArtist(RelatedArtistCellModel(related)),
        ]
        session.send(.loaded(try #require(session.loads.last), .allRows(rows.map(TUIRow.artist), freshness: nil)))
        session.clearRequested()
        session.press("b", .down, "b", "5")
        let album = AnnotatedSubject.album(Self.low.id, name: "Low", artist: "David Bowie")
        let artist = AnnotatedSubject.artist("Lou Reed")
        #expect(
            session.requested == [
                .annotate(album, .bookmark(true)), .annotate(artist, .bookmark(true)), .annotate(artist, .rate(.five)),
            ])
        let marked = SubjectAnnotations(isBookmarked: true)
        session.send(
            .annotated(AnnotationChangeModel(.bookmark(true), of: album, marked)),
            .annotated(AnnotationChangeModel(.bookmark(true), of: artist, marked)))
        #expect(session.statusText == "Bookmarked the artist “Lou Reed”.")
        #expect(session.lines[1].contains("✭ Low") && session.lines[3].contains("✭ Lou Reed"))
    }

    @Test("changes the order and reverses it; each random order is another one")
    func changesOrder() {
        var session = session()
        let titles = (0..<7).map { _ in
            session.press("s", "s")
            return session.screen.title ?? ""
        }
        #expect(
            titles == [
                "Albums by addition", "Albums by plays", "Albums in random order", "Albums by release",
                "Albums by artist", "Albums by last play", "Albums by name",
            ])
        session.press("S")
        #expect(session.screen.title == "Albums by name, reversed")
        #expect(session.loads.last?.source == .albums(AlbumQuery(order: .name, isReversed: true)))
        for _ in 1...13 { session.press("s", "s") }
        let random = session.loads.compactMap { load -> UInt64? in
            if case .albums(let query) = load.source, case .random(let seed) = query.order { seed } else { nil }
        }
        #expect(random.count == 3 && Set(random).count == 3)
    }

    @Test("searches albums as a person types, in the language of searches")
    func searchesAlbums() {
        var session = session()
        session.suggestions = ["year:": []]
        session.type("/year:1977")
        #expect(session.screen.title == "Albums by name, with “year:1977”")
        #expect(session.loads.last?.source == .albums(AlbumQuery(text: "year:1977")))
        #expect(session.requested.contains { if case .suggest = $0 { true } else { false } })
        session.press(.escape)
        #expect(session.screen.title == "Albums by name")
    }

    @Test("offers what an album can do")
    func offersActions() {
        var session = session()
        #expect(session.screen.hints == "? keys  q quit  Enter open  p play  A queue  / search  o artist  b bookmark")
        session.press(.enter)
        let song = "? keys  q quit  Enter play  A queue  Esc back  o artist  b bookmark  V select"
        #expect(session.screen.hints == song)
    }

    @Test("shows the discs of an album as sections, with the selection visible", arguments: [8, 12, 24])
    func showsDiscs(rows: Int) {
        var session = session(rows: rows)
        session.albums[0].discCount = 9
        session.send(.libraryChanged)
        session.press(.enter)
        #expect(session.lines.first == "[Other songs]")
        session.press(.end)
        #expect(session.selectedLine == "> Heroes|3:37")
    }

    @Test("an artist's page opens and plays an album, under a heading")
    func opensAlbumOfArtist() throws {
        var session = session()
        session.press(.function(1))
        session.repliesAtOnce = false
        session.press("o")
        let rows: [ArtistCellModel] = [
            .album(AlbumCellModel(Self.low)), .album(AlbumCellModel(Self.lodger, isAppearance: true)),
            .track(TrackCellModel(TUISession.song(0, "Changes"))),
        ]
        let load = try #require(session.loads.last)
        session.send(.loaded(load, .allRows(rows.map(TUIRow.artist), freshness: nil)))
        #expect(
            session.lines.prefix(6) == [
                "[Albums]", "> album|Low|1977, 3 songs|10:51", "[Appears on]",
                "  album|Lodger|David Bowie, 1 song", "[Songs]", "  Changes|Hunky Dory|3:37",
            ])
        session.clearRequested()
        session.press("p")
        #expect(session.requested == [.play(.rows(.album(AlbumCellModel(Self.low))))])
        session.press(.enter)
        #expect(session.loads.last?.source == .album(AlbumCellModel(Self.low)))
    }
}
