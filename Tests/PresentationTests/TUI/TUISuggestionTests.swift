import FermataDomain
import FermataPresentation
import Testing

@Suite("Suggestions for the search field of the TUI")
struct TUISuggestionTests {
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
        var session = TUISession()
        session.start()
        session.type("3/ed")
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
