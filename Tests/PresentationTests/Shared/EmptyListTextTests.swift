import FermataDomain
import FermataPresentation
import Testing

@Suite("The text of a list without rows")
struct EmptyListTextTests {
    @Test("music: the query decides what is missing and what to do next")
    func describesQuery() {
        let empty = EmptyListText.music(MusicQuery())
        #expect(empty == .music)
        #expect(
            empty.commandLine == "There is no music yet. Add a source, such as a folder, and sync it: "
                + "fermata source add folder ~/Music && fermata sync")
        #expect(empty.tui == "There is no music yet. Press F7, then {add} to add a source, or {sync-all} to sync all.")
        #expect(EmptyListText.music(MusicQuery(text: " a\tb ")).tui == "No music matches “a b”.")
        #expect(EmptyListText.music(MusicQuery(source: "radio")).web == "There is no music from “radio” yet.")
        let album = EmptyListText.music(
            MusicQuery(bookmarkedOnly: true, artist: "David Bowie", album: AlbumSelection("Low")))
        #expect(album.web == "No music of “Low” was found.")
        #expect(album.commandLine == album.web)
    }

    @Test(
        "a search with a value that its key cannot have shows values that it can have",
        arguments: [
            ("year:abc", "“abc” is not a year. Write year:1977, or year:1970..1979 for a range."),
            ("added:soon", "“soon” is not a day. Write added:2026-01-31, or added:2026-01..2026-03 for a range."),
            ("duration:\"a\tb\"", "“a b” is not a duration. Write duration:3:00, or duration:2:30..3:00 for a range."),
            (
                "is:loud",
                "“loud” is not a state. "
                    + "Write one of: is:bookmarked, is:downloaded, is:explicit, is:clean, is:played."
            ),
        ])
    func showsValidValues(search: String, hint: String) {
        let text = EmptyListText.music(MusicQuery(text: search))
        #expect(text.tui.hasPrefix("No music matches “") && text.tui.hasSuffix("”. \(hint)"), "\(text.tui)")
        #expect(text.commandLine == text.tui && text.web == text.tui)
        let examples = hint.matches(of: /\w+:[\w.:-]*\w/).map { String($0.0) }
        #expect(examples.count > 1)
        for example in examples { #expect(SearchQuery.invalidValue(in: example) == nil, "\(example)") }
    }

    @Test("a search is quoted on one line", arguments: ["a b", "a\tb", "a  b", " a b", "a b ", "a\u{A0}b"])
    func quotesSearchOnOneLine(search: String) {
        #expect(EmptyListText.music(MusicQuery(text: search)).tui == "No music matches “a b”.")
    }

    @Test("each interface has its own hint")
    func hintsByInterface() {
        let bookmarks = EmptyListText.music(MusicQuery(bookmarkedOnly: true, source: "radio"))
        #expect(bookmarks.commandLine == "Nothing is bookmarked yet. Add a bookmark: fermata bookmark WORDS")
        #expect(bookmarks.tui == "Nothing is bookmarked yet. Press {bookmark} on a song to bookmark it.")
        #expect(bookmarks.web == "Nothing is bookmarked yet. The star of a row bookmarks it.")
        let downloads = EmptyListText.music(MusicQuery(downloadedOnly: true))
        #expect(downloads.commandLine.hasPrefix("No song in the library is downloaded."))
    }

    @Test("to-dos: each section says what it lacks")
    func describesSections() {
        #expect(EmptyListText.toDos(.toDo).web == "Nothing is planned.")
        #expect(EmptyListText.toDos(.done).web == "Nothing is done yet.")
        #expect(EmptyListText.toDos(nil).tui == "There is no to-do yet. Press {add} to add a to-do.")
        #expect(
            EmptyListText.toDos(nil).commandLine
                == "There is no to-do yet. Add what to hear next: fermata todo add TITLE")
    }

    @Test("a window of no rows says nothing, and a later one that the list ends")
    func describesWindow() {
        let text = EmptyListText.downloads
        #expect(text.ofWindow(.all) == text)
        #expect(text.ofWindow(Window(offset: 0, limit: 1)) == text)
        #expect(text.ofWindow(Window(offset: 7, limit: 0)) == .none)
        #expect(text.ofWindow(Window(offset: 1)).commandLine == "The list ends before row 2.")
        #expect(text.ofWindow(Window(offset: 999, limit: 1)).commandLine == "The list ends before row 1,000.")
    }

    @Test("a window at the largest offset has a text", arguments: [Window.largest, .max])
    func describesLargestOffset(offset: Int) {
        let text = EmptyListText.downloads.ofWindow(Window(offset: offset))
        #expect(text.commandLine == "The list ends before row 9,007,199,254,740,992.")
    }
}
