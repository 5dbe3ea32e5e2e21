import FermataDomain
import FermataPresentation
import Testing

@Suite("Searching as one types")
struct TUISearchTests {
    @Test("each letter is asked for, the rows of the former search stay until the new ones come")
    func typing() {
        var session = TUISession()
        session.begin()
        session.answersAtOnce = false
        session.forgetAsked()
        session.type("/Fa")
        #expect(session.loads.map(\.source) == [.music(MusicQuery(text: "F")), .music(MusicQuery(text: "Fa"))])
        #expect(session.statusText == "/Fa")
        #expect(session.lines[0].contains("Changes"))
        session.answer()
        #expect(session.lines.filter { !$0.isEmpty } == ["> Fame|David Bowie|Hunky Dory|3:37"])
        #expect(session.screen.title == "Music by title, with “Fa”")
    }

    @Test("an answer that comes late is of no use to anybody")
    func late() {
        var session = TUISession()
        session.begin()
        session.answersAtOnce = false
        session.forgetAsked()
        session.type("/He")
        let (early, late) = (session.loads[1], session.loads[0])
        session.answer(.load(early))
        session.answer(.load(late))
        #expect(session.lines[0] == "> Heroes|David Bowie|Hunky Dory|3:37")
    }

    @Test("a row of the former search is not acted on while another is awaited")
    func outdated() {
        var session = TUISession()
        session.begin()
        session.answersAtOnce = false
        session.type("/Fame")
        session.press(.enter)
        session.forgetAsked()
        session.press("b", .enter, "i")
        #expect(!session.asked.contains { if case .setBookmark = $0 { true } else { false } })
        #expect(session.screen.title == "Music by title, with “Fame”")
    }

    @Test("begun where nothing can be searched, it is of all music, and Escape leads back")
    func back() {
        var session = TUISession()
        session.begin()
        for (tab, title) in [("4", "Downloads"), ("5", "To-dos")] {
            session.type(tab + "/Fame")
            #expect(session.screen.title == "Music by title, with “Fame”")
            session.press(.escape)
            #expect(session.screen.title == title)
        }
        session.type("/Fame")
        session.press(.enter, .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("Enter keeps the search, Escape ends it and shows everything")
    func ends() {
        var session = TUISession()
        session.begin()
        session.type("/Fame")
        session.press(.enter)
        #expect(session.statusText == "Updated just now")
        #expect(session.position == "1 of 1")
        session.type("/")
        #expect(session.statusText == "/Fame")
        session.press(.escape)
        #expect(session.position == "1 of 3")
        session.type("/x")
        session.press(.backspace, .backspace)
        #expect(session.statusText == "Updated just now")
    }

    @Test("what is found nowhere is told by name")
    func nothing() {
        var session = TUISession()
        session.begin()
        session.type("/q quit")
        #expect(session.lines[0] == "No music matches “q quit”.")
        #expect(!session.asked.contains(.quit))
    }

    @Test("while it is typed, arrows move among what is found")
    func arrows() {
        var session = TUISession()
        session.begin()
        session.type("/e")
        session.press(.down)
        #expect(session.selectedLine?.contains("Fame") == true)
        #expect(session.statusText == "/e")
    }

    @Test("while it is typed, the wheel scrolls what is found")
    func wheel() {
        var session = TUISession(songs: (0..<100).map { "Song \($0)" })
        session.begin()
        session.type("/S")
        session.send(.wheel(3))
        #expect(session.lines[0].contains("Song 3"))
        #expect(session.statusText == "/S")
    }

    @Test("what is pasted is text, never commands; it is cut at a limit, and its controls are dropped")
    func paste() {
        var session = TUISession()
        session.begin()
        session.send(.paste("q"))
        #expect(session.statusText == "There is nothing to paste into here; / begins a search.")
        session.type("/")
        session.send(.paste("a\nb\tc\u{1B}[31m\u{0}\u{7}" + String(repeating: "x", count: 1_000_000)))
        #expect(session.statusText.hasPrefix("/a b c[31mxxx"))
        #expect(session.statusText.unicodeScalars.count == 201)
        #expect(!session.asked.contains(.quit))
    }

    @Test("playlists are searched by name; where nothing can be searched, all music is")
    func elsewhere() {
        var session = TUISession()
        session.playlists = [Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3)]
        session.begin()
        session.type("3/Gl")
        #expect(session.loads.last?.source == .playlists(named: "Gl"))
        session.press(.escape)
        session.type("4/Fame")
        #expect(session.screen.tab == .music)
        #expect(session.selectedLine?.contains("Fame") == true)
    }
}
