import FermataDomain
import FermataPresentation
import Testing

@Suite("Columns and what plays, on a wide terminal")
struct TUIColumnTests {
    private static let low = Album(id: AlbumID(1), name: "Low", artist: "David Bowie", songCount: 3)
    private static let lodger = Album(id: AlbumID(2), name: "Lodger", artist: "David Bowie", songCount: 3)

    private static func session(columns: Int = 100, rows: Int = 24) -> TUISession {
        var session = TUISession(columns: columns, rows: rows)
        session.albums = [low, lodger]
        session.artists = [ListedArtistCellModel(AnnotatedArtist(Artist(name: "David Bowie", trackCount: 3)))]
        session.start()
        session.press(.function(2))
        return session
    }

    /// The first line of a pane.
    private static func text(_ session: TUISession, pane: Int, line: Int = 0) -> String {
        switch session.screen.panes[pane].lines[line] {
        case .row(let cells, let isSelected): (isSelected ? "> " : "  ") + cells.map(\.plainText).joined(separator: "|")
        case .text(let text, _), .section(let text): text
        case .field, .blank: ""
        }
    }

    @Test("shows artists, albums and the songs of the selected album side by side")
    func showsColumns() {
        let session = Self.session()
        #expect(session.lines[0].hasPrefix("> Low"))
        #expect(Self.text(session, pane: 0) == "> All artists")
        #expect(Self.text(session, pane: 0, line: 1) == "  David Bowie")
        #expect(Self.text(session, pane: 1).contains("Changes"))
        #expect(session.screen.body.lowerBound > session.screen.panes[0].body.upperBound)
        #expect(session.screen.body.upperBound < session.screen.panes[1].body.lowerBound)
    }

    @Test("h and l move between columns, each of which shows the selection before it")
    func movesFocus() {
        var session = Self.session()
        session.press("h", "j")
        #expect(session.screen.title == "Artists")
        #expect(session.loads.contains { $0.source == .albums(AlbumQuery(artist: "David Bowie")) })
        session.press("h", "l", "j")
        #expect(session.selectedLine?.hasPrefix("> Lodger") == true)
        #expect(session.loads.last?.source == .album(AlbumCellModel(Self.lodger)))
        session.press("l", "l", "j")
        #expect(session.selectedLine?.contains("Fame") == true)
        session.clearRequested()
        session.press(.enter)
        let songs = TUISource.album(AlbumCellModel(Self.lodger))
        #expect(session.requested == [.play(.rows(songs, Window(offset: 1)))])
    }

    @Test("p on an artist plays all songs by the artist")
    func playsArtist() {
        var session = Self.session()
        session.press("h", "j")
        session.clearRequested()
        session.press("p")
        #expect(session.requested == [.play(.artist("David Bowie"))])
        session.press("A")
        #expect(session.statusText == "Added all songs by David Bowie to the queue.")
    }

    @Test("b and a digit on an artist are about the artist, and the row shows them")
    func annotatesArtist() {
        var session = Self.session()
        session.press("h", "j")
        session.clearRequested()
        session.press("b", "3")
        let subject = AnnotatedSubject.artist("David Bowie")
        #expect(session.requested == [.annotate(subject, .bookmark(true)), .annotate(subject, .rate(.three))])
        let annotations = SubjectAnnotations(isBookmarked: true, rating: .three)
        session.send(.annotated(AnnotationChangeModel(.rate(.three), of: subject, annotations)))
        #expect(session.selectedLine == "> ✭ David Bowie ★★★☆☆")
        #expect(session.statusText == "Rated the artist “David Bowie” ★★★☆☆.")
    }

    @Test("a click on another column moves the focus to its row")
    func clicksColumn() {
        var session = Self.session()
        session.send(.click(line: 1, pane: 0))
        #expect(session.selectedLine == "> David Bowie")
        session.send(.click(line: 2, pane: 1))
        #expect(session.selectedLine?.contains("Heroes") == true)
    }

    @Test("a narrow terminal shows the albums of all artists alone")
    func showsAlbumsAlone() {
        var session = Self.session()
        session.press("h", "j")
        session.send(.resized(columns: 80, rows: 24))
        #expect(session.screen.panes.isEmpty)
        #expect(session.screen.title == "Albums by name")
        #expect(session.lines[0].hasPrefix("> Low"))
        session.press(.enter)
        #expect(session.screen.title?.hasPrefix("Low") == true)
    }

    @Test("a page that is opened from a column covers the columns until h")
    func opensPageFromColumn() {
        var session = Self.session()
        session.press("l", "i")
        #expect(session.screen.panes.isEmpty)
        session.press("h")
        #expect(session.screen.panes.count == 2)
    }

    @Test("an album list without rows has no songs to move to")
    func hasNoSongs() {
        var session = TUISession(columns: 100, rows: 24)
        session.start()
        session.press(.function(2), "l")
        #expect(session.screen.title == "Albums by name")
    }

    @Test("a form over the columns changes neither the focus nor the selection")
    func keepsColumnsBelowForm() {
        var session = Self.session()
        session.press("h", "j", "l", "j", "l")
        session.clearRequested()
        session.press("a")
        #expect(session.screen.title == "A new to-do")
        session.press(.escape)
        #expect(session.screen.panes.count == 2 && session.selectedLine?.contains("Changes") == true)
        #expect(session.loads.isEmpty)
    }

    @Test("a click on another column ends a search")
    func endsSearchByClick() {
        var session = Self.session()
        session.press("h")
        session.type("/Dav")
        session.send(.click(line: 9, pane: 0))
        session.type("j")
        #expect(session.screen.title == "Albums by name")
        #expect(!session.loads.contains { $0.source == .albums(AlbumQuery(text: "j")) })
    }

    @Test("the column of songs is empty while no album is found")
    func clearsSongs() {
        var session = Self.session()
        #expect(Self.text(session, pane: 1).contains("Changes"))
        session.albums = []
        session.type("/nothing")
        #expect(session.screen.panes[1].lines.isEmpty)
        session.press(.enter, "l", "p")
        #expect(!session.requested.contains { if case .play = $0 { true } else { false } })
    }

    // MARK: - What plays

    private static func playing(columns: Int, rows: Int = 40) -> TUISession {
        var session = TUISession(columns: columns, rows: rows)
        let songs = ["Changes", "Fame", "Heroes"].enumerated().map { TUISession.song($0.offset, $0.element) }
        session.queue = songs.enumerated().map { index, song in
            QueuedSong(number: index + 1, song: song, isCurrent: index == 0)
        }
        session.start()
        var queue = PlayQueue(songs.map(\.id))
        queue.move(toEntry: 1)
        let status = PlayerStatus(state: .playing, queue: queue, elapsed: .seconds(60))
        session.send(.playerChanged(NowPlayingModel(NowPlaying(status: status, song: songs[0])), lyrics: nil))
        return session
    }

    @Test("shows what plays beside a list from 110 columns, with the next songs")
    func showsWhatPlays() {
        let session = Self.playing(columns: 110)
        let lines = session.screen.panes.first?.lines ?? []
        #expect(lines.contains(.text("Changes", .heading)))
        #expect(lines.suffix(3) == [.section("Next"), .text("Fame by David Bowie"), .text("Heroes by David Bowie")])
        #expect(session.screen.artwork?.column == session.screen.panes.first?.body.lowerBound)
        #expect(session.screen.body.upperBound < 80)
        #expect(Self.playing(columns: 109).screen.panes.isEmpty)
    }

    @Test("a low terminal shows what plays without artwork")
    func omitsArtwork() {
        let session = Self.playing(columns: 120, rows: 20)
        #expect(session.screen.artwork == nil)
        #expect(session.screen.panes.first?.lines.first == .text("Changes", .heading))
    }

    @Test("the details of a song and the player use the complete width")
    func hidesPane() {
        var session = Self.playing(columns: 120)
        session.press("i")
        #expect(session.screen.panes.isEmpty && session.screen.body == 0..<120)
        session.press("w")
        #expect(session.screen.panes.isEmpty)
    }

    @Test("columns stay when music starts; what plays is beside them if both fit", arguments: 108...120)
    func keepsColumnsWhenMusicStarts(columns: Int) {
        var session = Self.playing(columns: columns)
        session.press(.function(2))
        #expect(session.screen.panes.count == (columns < 115 ? 2 : 3))
        session.press(.function(1))
        #expect(session.screen.panes.count == (columns < 110 ? 0 : 1))
    }

    @Test("columns and what plays fit side by side")
    func showsColumnsAndPane() {
        var session = Self.playing(columns: 120)
        session.press(.function(2))
        #expect(session.screen.panes.count == 3)
        let places = (session.screen.panes.map(\.body) + [session.screen.body]).sorted { $0.lowerBound < $1.lowerBound }
        for (place, next) in zip(places, places.dropFirst()) { #expect(next.lowerBound == place.upperBound + 3) }
        #expect(places.last?.upperBound == 120)
    }

    // MARK: - Footer

    @Test("the line of hints has complete hints, the most important ones first", arguments: [20, 60, 80, 200])
    func fitsHints(columns: Int) {
        let session = TUISession.started(columns: columns)
        let hints = session.screen.hints ?? ""
        #expect(hints.count <= columns)
        #expect(hints.hasPrefix("? keys  q quit"))
        if columns == 60 { #expect(hints == "? keys  q quit  Enter play  A queue  / search  o artist") }
        if columns == 200 { #expect(hints.contains("V select  y playlist")) }
    }
}
