import FermataDomain
import FermataPresentation
import Testing

@Suite("Search in the TUI")
struct TUISearchTests {
    @Test("searches each letter and keeps rows until new ones arrive")
    func searchesEachLetter() {
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.clearRequested()
        session.type("/Fa")
        #expect(session.loads.map(\.source) == [.music(MusicQuery(text: "F")), .music(MusicQuery(text: "Fa"))])
        #expect(session.statusText == "/Fa")
        #expect(session.lines[0].contains("Changes"))
        session.reply()
        #expect(session.lines.filter { !$0.isEmpty } == ["> Fame|David Bowie|Hunky Dory|3:37"])
        #expect(session.screen.title == "Music by relevance, with “Fa”")
    }

    @Test("ignores results of an earlier search")
    func ignoresLateResults() {
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.clearRequested()
        session.type("/He")
        let (early, late) = (session.loads[1], session.loads[0])
        session.reply(.load(early))
        session.reply(.load(late))
        #expect(session.lines[0] == "> Heroes|David Bowie|Hunky Dory|3:37")
    }

    @Test("ignores commands on rows of an earlier search")
    func ignoresCommandsOnOutdatedRows() {
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.type("/Fame")
        session.press(.enter)
        session.clearRequested()
        session.press("b", .enter, "i")
        #expect(!session.requested.contains { if case .setBookmark = $0 { true } else { false } })
        #expect(session.screen.title == "Music by relevance, with “Fame”")
    }

    @Test("searches all music from other tabs, and Escape returns to them")
    func returnsToTabOnEscape() {
        var session = TUISession()
        session.start()
        for (tab, title) in [("4", "Downloads"), ("5", "To-dos"), ("6", "Sources")] {
            session.type(tab + "/Fame")
            #expect(session.screen.title == "Music by relevance, with “Fame”")
            session.press(.escape)
            #expect(session.screen.title == title)
        }
        session.type("/Fame")
        session.press(.enter, .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("searches the list below from an artist's page and from details")
    func searchesListBelow() {
        var session = TUISession()
        session.start()
        session.press(.enter, "i")
        session.type("/Fame")
        #expect(session.screen.title == "Music by relevance, with “Fame”")
        session.press(.escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("keeps the search on Enter and clears it on Escape")
    func keepsOrClearsSearch() {
        var session = TUISession()
        session.start()
        session.type("/Fame")
        session.press(.enter)
        #expect(session.statusText == "Updated just now")
        #expect(session.position == "1 of 1")
        session.type("/")
        #expect(session.statusText == "/Fame")
        session.press(.escape)
        #expect(session.position == "1 of 3")
        session.type("/x")
        session.press(.backspace)
        #expect(session.statusText == "/")
        session.press(.backspace)
        #expect(session.statusText == "Updated just now")
    }

    @Test("names the text that matches nothing")
    func namesTextWithoutMatches() {
        var session = TUISession()
        session.start()
        session.type("/q quit")
        #expect(session.lines[0] == "No music matches “q quit”.")
        #expect(!session.requested.contains(.quit))
    }

    @Test("moves the selection while typing")
    func movesSelectionWhileTyping() {
        var session = TUISession()
        session.start()
        session.type("/e")
        session.press(.down)
        #expect(session.selectedLine?.contains("Fame") == true)
        #expect(session.statusText == "/e")
    }

    @Test("scrolls while typing")
    func scrollsWhileTyping() {
        var session = TUISession(songs: (0..<100).map { "Song \($0)" })
        session.start()
        session.type("/S")
        session.send(.wheel(3))
        #expect(session.lines[0].contains("Song 3"))
        #expect(session.statusText == "/S")
    }

    @Test("inserts pasted text up to a limit, without control characters")
    func insertsPastedText() {
        var session = TUISession()
        session.start()
        session.send(.paste("q"))
        #expect(session.statusText == "Text cannot be pasted here. Press / to search.")
        session.type("/")
        session.send(.paste("a\nb\tc\u{1B}[31m\u{0}\u{7}" + String(repeating: "x", count: 1_000_000)))
        #expect(session.statusText.hasPrefix("/a b c[31mxxx"))
        #expect(session.statusText.unicodeScalars.count == 201)
        #expect(!session.requested.contains(.quit))
    }

    @Test("searches playlists by name")
    func searchesPlaylists() {
        var session = TUISession()
        session.playlists = [Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3)]
        session.start()
        session.type("3/Gl")
        #expect(session.loads.last?.source == .playlists(named: "Gl"))
        session.press(.escape)
        session.type("4/Fame")
        #expect(session.screen.tab == .music)
        #expect(session.selectedLine?.contains("Fame") == true)
    }
}
