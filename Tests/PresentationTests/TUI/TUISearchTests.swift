import FermataDomain
import FermataPresentation
import Testing

@Suite("Search in the TUI")
struct TUISearchTests {
    @Test("searches each letter and keeps rows until new ones arrive")
    func searchesEachLetter() {
        var session = TUISession.started()
        session.holdReplies()
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
        var session = TUISession.started()
        session.holdReplies()
        session.type("/He")
        let (early, late) = (session.loads[1], session.loads[0])
        session.reply(.load(early))
        session.reply(.load(late))
        #expect(session.lines[0] == "> Heroes|David Bowie|Hunky Dory|3:37")
    }

    @Test("ignores commands on rows of an earlier search")
    func ignoresCommandsOnOutdatedRows() {
        var session = TUISession.started()
        session.repliesAtOnce = false
        session.type("/Fame")
        session.press(.enter)
        session.clearRequested()
        session.press("b", .enter, "i")
        #expect(!session.requested.contains { if case .setBookmark = $0 { true } else { false } })
        #expect(session.screen.title == "Music by relevance, with “Fame”")
    }

    @Test("arrows and pages move in a search, whatever the keys of a theme file")
    func movesInSearch() {
        var keys = TUIKeyMap()
        keys.set([.pageDown], for: .quit)
        keys.set([.down], for: .add)
        var session = TUISession(songs: ["Fame", "Fame too"], keys: keys)
        session.start()
        session.type("/Fame")
        session.press(.down)
        #expect(session.selectedLine?.contains("Fame too") == true)
        session.press(.up, .pageDown)
        #expect(session.selectedLine?.contains("Fame too") == true && !session.requested.contains(.quit))
    }

    @Test("searches all music from other tabs, and Escape returns to them")
    func returnsToTabOnEscape() {
        var session = TUISession.started()
        for (tab, title) in [(TUIKey.function(5), "Downloads"), (.function(6), "To-dos"), (.function(7), "Sources")] {
            session.press(tab)
            session.type("/Fame")
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
        var session = TUISession.started()
        session.press("o", "i")
        session.type("/Fame")
        #expect(session.screen.title == "Music by relevance, with “Fame”")
        session.press(.escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("keeps the search on Enter and clears it on Escape")
    func keepsOrClearsSearch() {
        var session = TUISession.started()
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
        var session = TUISession.started()
        session.type("/q quit")
        #expect(session.lines[0] == "No music matches “q quit”.")
        #expect(!session.requested.contains(.quit))
    }

    @Test("moves the selection while typing")
    func movesSelectionWhileTyping() {
        var session = TUISession.started()
        session.type("/e")
        session.press(.down)
        #expect(session.selectedLine?.contains("Fame") == true)
        #expect(session.statusText == "/e")
    }

    @Test("scrolls while typing")
    func scrollsWhileTyping() {
        var session = TUISession.started(songs: (0..<100).map { "Song \($0)" })
        session.type("/S")
        session.send(.wheel(3))
        #expect(session.lines[0].contains("Song 3"))
        #expect(session.statusText == "/S")
    }

    @Test("inserts pasted text up to a limit, without control characters")
    func insertsPastedText() {
        var session = TUISession.started()
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
        var session = TUISession.started(playlists: [
            Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3)
        ])
        session.press(.function(4))
        session.type("/Gl")
        #expect(session.loads.last?.source == .playlists(named: "Gl"))
        session.press(.escape)
        session.press(.function(5))
        session.type("/Fame")
        #expect(session.screen.tab == .music)
        #expect(session.selectedLine?.contains("Fame") == true)
    }

    @Test("shows the suggestions for what is typed, and the keys that take them")
    func showsSuggestions() {
        var session = searching("ed")
        #expect(session.screen.suggestions == ["Ed Sheeran", "Eddie"])
        #expect(session.screen.hints == "Enter done  Esc cancel  Tab complete  Shift-Tab next")
        session.press(.backspace)
        #expect(session.screen.suggestions == [])
        #expect(session.screen.hints == "Enter done  Esc cancel")
        session.press(.escape)
        #expect(session.screen.suggestions == nil)
    }

    @Test("Tab accepts the first suggestion and searches for it")
    func acceptsFirstSuggestion() {
        var session = searching("ed")
        session.press(.tab)
        #expect(session.statusText == "/artist:\"Ed Sheeran\" ")
        #expect(session.loads.last?.source == .music(MusicQuery(text: "artist:\"Ed Sheeran\" ")))
        #expect(session.requested.contains(.suggest(SearchInput(before: "artist:\"Ed Sheeran\" "))))
        session.press(.tab)
        #expect(session.statusText == "/artist:\"Ed Sheeran\" ")
    }

    @Test("Shift-Tab shows the next suggestion first")
    func showsNextSuggestion() {
        var session = searching("ed")
        session.press(.backTab)
        #expect(session.screen.suggestions == ["Eddie", "Ed Sheeran"])
        session.press(.tab)
        #expect(session.statusText == "/artist:Eddie ")
    }

    @Test("sets the cursor behind the completed term, before the text that follows")
    func setsCursor() {
        var session = searching("ed x", until: "ed")
        session.press(.left, .left)
        #expect(session.requested.contains(.suggest(SearchInput(before: "ed", after: " x"))))
        session.press(.tab)
        session.type("!")
        #expect(session.statusText == "/artist:\"Ed Sheeran\" !x")
    }

    @Test("Tab waits for suggestions that are being read, unless another key follows")
    func waitsForSuggestions() {
        var session = searching("e")
        session.repliesAtOnce = false
        session.type("d")
        session.press(.tab)
        #expect(session.statusText == "/ed")
        session.reply(.suggest(SearchInput(before: "ed")))
        #expect(session.statusText == "/artist:\"Ed Sheeran\" ")
        session.press(.escape)
        session.type("/ed")
        session.press(.tab)
        session.type("x")
        session.reply()
        #expect(session.statusText == "/edx")
    }

    @Test("ignores suggestions for an earlier text")
    func ignoresLateSuggestions() {
        var session = searching("")
        session.repliesAtOnce = false
        session.type("edd")
        session.reply(.suggest(SearchInput(before: "ed")))
        #expect(session.screen.suggestions == [])
    }

    @Test("suggests nothing in a search of playlists, which are found by name")
    func suggestsNothingForPlaylists() {
        var session = TUISession.started()
        session.press(.function(4))
        session.type("/ed")
        #expect(!session.requested.contains { if case .suggest = $0 { true } else { false } })
        #expect(session.screen.suggestions == nil)
    }

    @Test("a screen of less than 10 rows has no line of suggestions", arguments: [(9, false), (10, true)])
    func hidesSuggestionsOnLowScreen(rows: Int, isShown: Bool) {
        var session = searching("ed", rows: rows)
        #expect((session.screen.suggestions != nil) == isShown)
        session.press(.tab)
        #expect(session.statusText == "/artist:\"Ed Sheeran\" ")
    }

    private func searching(_ text: String, until typed: String? = nil, rows: Int = 24) -> TUISession {
        var session = TUISession(rows: rows)
        let rest = String(text.dropFirst(typed?.count ?? text.count))
        session.suggestions["ed"] = [
            SearchSuggestion(
                label: "Ed Sheeran",
                input: SearchInput(
                    before: "artist:\"Ed Sheeran\" ", after: rest.isEmpty ? "" : String(rest.dropFirst()))),
            SearchSuggestion(label: "Eddie", input: SearchInput(before: "artist:Eddie ")),
        ]
        session.start()
        session.type("/" + text)
        return session
    }
}

@Suite("Text fields of the TUI")
struct TUITextFieldTests {
    @Test("inserts at the cursor and erases by character, word and line")
    func insertsAndErases() {
        var field = TUITextField("one three", limit: 100)
        for _ in 0..<5 { field.apply(.moveBackward) }
        field.insert("two ")
        #expect(field.text == "one two three" && field.cursor == 8)
        field.apply(.eraseWord)
        #expect(field.text == "one three" && field.cursor == 4)
        field.apply(.eraseForward)
        #expect(field.text == "one hree")
        field.apply(.moveToEnd)
        field.apply(.eraseBackward)
        #expect(field.text == "one hre" && field.cursor == 7)
        field.apply(.moveToStart)
        field.apply(.moveForward)
        field.apply(.eraseToStart)
        #expect(field.text == "ne hre" && field.cursor == 0)
    }

    @Test(
        "does nothing in an empty field",
        arguments: [
            TUITextField.Edit.eraseBackward, .eraseForward, .eraseWord, .eraseToStart, .moveBackward, .moveForward,
            .moveToStart, .moveToEnd,
        ])
    func ignoresEditsOfEmptyField(edit: TUITextField.Edit) {
        var field = TUITextField(limit: 10)
        field.apply(edit)
        #expect(field == TUITextField(limit: 10))
    }

    @Test("combines letters and marks into one character")
    func combinesMarks() {
        var field = TUITextField(limit: 100)
        for part in ["e", "\u{301}", "ᄒ", "ᅡ", "ᆫ"] { field.insert(part) }
        #expect(field.text == "é한" && field.cursor == 2)
        field.apply(.eraseBackward)
        #expect(field.text == "é")
    }

    @Test("limits the number of combining marks")
    func limitsCombiningMarks() {
        var field = TUITextField(limit: 5)
        field.insert("a" + String(repeating: "\u{301}", count: 10_000))
        #expect(field.text.unicodeScalars.count == 5)
        field.insert("b")
        #expect(field.text.unicodeScalars.count == 5)
    }

    @Test("moves the cursor to a position within the text", arguments: [(-1, 0), (0, 0), (2, 2), (3, 3), (4, 3)])
    func movesToPosition(position: Int, cursor: Int) {
        var field = TUITextField("abc", limit: 10)
        field.move(to: position)
        #expect(field.cursor == cursor)
    }
}
