import FermataDomain
import FermataPresentation
import Testing

@Suite("Boundaries of the TUI")
struct TUIBoundaryTests {
    @Test(
        "shows each part of the screen from its minimum height",
        arguments: [
            (1, "b"), (2, "bs"), (4, "bs"), (5, "tbs"), (6, "tbs"), (7, "Ttbs"), (8, "Ttbsh"), (9, "Ttbsh"),
            (10, "Ttcbsh"),
        ])
    func showsPartsFromMinimumHeight(rows: Int, parts: String) {
        var session = TUISession(rows: rows)
        session.start()
        let screen = session.screen
        let shown = [
            (screen.tab != nil, "T"), (screen.title != nil, "t"), (screen.hasHeading, "c"), (true, "b"),
            (screen.status != nil, "s"), (screen.hints != nil, "h"),
        ]
        #expect(shown.filter(\.0).map(\.1).joined() == parts)
        #expect(screen.lines.count == rows - parts.count + 1)
    }

    @Test("shows artwork beside at least 40 columns of text and 13 lines", arguments: [(68, 17), (67, 17), (68, 16)])
    func showsArtworkFromMinimumSize(columns: Int, rows: Int) {
        var session = TUISession(columns: columns, rows: rows)
        session.start()
        session.press("i")
        let frame = session.screen.artwork
        #expect((frame != nil) == (columns == 68 && rows == 17))
        guard let frame else { return }
        #expect(frame.column == 42 && frame.line == 0 && frame.columns == 26 && frame.lines == 13)
        #expect(session.lines.allSatisfy { $0.count <= 40 })
    }

    @Test("wraps the details beside artwork at its edge")
    func wrapsBesideArtwork() {
        var session = TUISession(songs: [String(repeating: "x", count: 100)], columns: 68, rows: 17)
        session.start()
        session.press("i")
        #expect(session.lines.map(\.count).max() == 40)
    }

    @Test("shows a message in full above the status line of a terminal of one column")
    func showsMessageInOneColumn() {
        var session = TUISession(songs: [], columns: 1)
        session.start()
        session.send(.problem(ProblemModel(.unexpected, "ab")))
        #expect(session.statusText == "" && session.lines.suffix(2) == ["a", "b"])
        session.send(.resized(columns: 80, rows: 24), .resized(columns: 0, rows: 24))
        #expect(session.statusText == "" && session.lines.suffix(2) == ["a", "b"])
        session.press("w")
        #expect(session.lines.prefix(2) == ["N", "o"])
    }

    @Test("moves by one row at least where half a page is less")
    func movesByOneRowAtLeast() {
        var session = TUISession(songs: (0..<9).map { "Song \($0)" }, columns: 80, rows: 1)
        session.start()
        #expect(session.loads.first?.window == Window(offset: 0, limit: 1))
        session.press(.control("d"))
        #expect(session.lines.count == 1 && session.selectedLine?.hasPrefix("> Song 1|") == true)
    }

    @Test("scrolls a text by half of its lines")
    func scrollsTextByHalfPages() {
        var session = TUISession(rows: 14)
        session.start()
        session.press("?", .control("d"))
        #expect(session.position == "6–15 of \(TUIKeys.bindings.count + 3)")
    }

    @Test("shows a message in the status line if it fits beside the position", arguments: [(22, true), (23, false)])
    func showsMessageThatFits(length: Int, fits: Bool) {
        var session = TUISession(columns: 30)
        session.start()
        let message = String(repeating: "x", count: length)
        session.send(.problem(ProblemModel(.unexpected, message)))
        #expect(session.position == "1 of 3")
        #expect(session.statusText == (fits ? message : ""))
        #expect((session.lines.last == message) != fits)
    }

    @Test(
        "shows a message as wide as the terminal in the status line of an empty list",
        arguments: [(30, true), (31, false)])
    func showsMessageOfFullWidth(length: Int, fits: Bool) {
        var session = TUISession(songs: [], columns: 30)
        session.start()
        let message = String(repeating: "x", count: length)
        session.send(.problem(ProblemModel(.unexpected, message)))
        #expect(session.position == "" && session.statusText == (fits ? message : ""))
    }

    @Test("wraps the details into a terminal one column wider than their labels")
    func wrapsDetailsIntoOneColumn() {
        var session = TUISession(columns: 13)
        session.start()
        session.press("i")
        #expect(session.lines.prefix(2) == ["id          0", "            0"])
        #expect(session.lines.allSatisfy { $0.count <= 13 })
        session.send(.resized(columns: 12, rows: 24))
        #expect(session.lines.prefix(2) == ["id          0", "            0"])
    }

    @Test("shows a long message in the status line of a terminal below 7 rows", arguments: [6, 7])
    func showsLongMessageOnLowTerminal(rows: Int) {
        var session = TUISession(columns: 30, rows: rows)
        session.start()
        let message = String(repeating: "x", count: 29)
        session.send(.problem(ProblemModel(.unexpected, message)))
        #expect((session.statusText == message) == (rows < 7))
    }

    @Test("covers at most half of the body with a message")
    func coversHalfOfBody() {
        var session = TUISession(songs: (0..<20).map { "Song \($0)" }, columns: 30, rows: 12)
        session.start()
        session.send(.problem(ProblemModel(.unexpected, String(repeating: "x", count: 300))))
        #expect(session.lines.count == 7)
        #expect(session.lines.count { $0.hasPrefix("xxx") } == 3)
    }

    @Test("shows section titles in a body of at least 4 lines", arguments: [(5, false), (6, true)])
    func showsSectionTitlesFromMinimumHeight(rows: Int, hasTitles: Bool) {
        var session = TUISession(rows: rows)
        session.toDos = [ToDo(number: 1, item: ToDoItem(title: "Low"))]
        session.start()
        session.press("5")
        #expect(session.lines.contains("[To-do]") == hasTitles)
        #expect(session.selectedLine == "> 1|Low")
    }

    @Test("closes the oldest of more than 30 open pages")
    func closesOldestPage() throws {
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.press(.enter)
        let related = RelatedArtist(artist: Artist(name: "Lou Reed", trackCount: 1), sharedPlaylists: 1, closeness: 1)
        for depth in 1...30 {
            let load = try #require(session.loads.last)
            let row = TUIRow.artist(.relatedArtist(RelatedArtistCellModel(related)))
            session.send(.loaded(load, .allRows([row], freshness: nil)))
            session.clearRequested()
            session.press(.enter)
            let closed = session.requested.compactMap { if case .cancelLoads(let page) = $0 { page } else { nil } }
            #expect(closed == (depth == 30 ? [MainScreen.allCases.count + 1] : []))
        }
        for _ in 1...30 { session.press("h") }
        #expect(session.screen.title == "Music by title")
    }

    @Test("wraps around the tabs in both directions")
    func wrapsAroundTabs() {
        var session = TUISession()
        session.start()
        for tab in MainScreen.allCases.dropFirst() + [.music] {
            session.press(.tab)
            #expect(session.screen.tab == tab)
        }
        for tab in MainScreen.allCases.reversed() {
            session.press(.backTab)
            #expect(session.screen.tab == tab)
        }
        #expect(MainScreen.allCases.map(\.number) == [1, 2, 3, 4, 5, 6])
    }

    @Test("tabs show their titles, or only the selected title where they do not fit")
    func placesTabs() {
        var wide = TUISession()
        wide.start()
        #expect(
            wide.screen.tabs.map(\.text).joined()
                == " 1 Music  2 Bookmarks  3 Playlists  4 Downloads  5 To-dos  6 Sources ")
        #expect(wide.screen.tabs.map(\.columns.lowerBound) == [0, 9, 22, 35, 48, 58])
        var narrow = TUISession(columns: 30)
        narrow.start()
        #expect(narrow.screen.tabs.map(\.text).joined() == " 1 Music  2  3  4  5  6 ")
        narrow.send(.resized(columns: 68, rows: 24))
        #expect(narrow.screen.tabs.map(\.text).joined() == " 1 Music  2  3  4  5  6 ")
        narrow.send(.resized(columns: 69, rows: 24))
        #expect(narrow.screen.tabs == wide.screen.tabs)
    }

    @Test("moves by one row", arguments: [(TUIKey.down, TUIKey.up), ("j", "k")])
    func movesByRows(down: TUIKey, up: TUIKey) {
        var session = TUISession()
        session.start()
        session.press(down, down)
        #expect(session.position == "3 of 3")
        session.press(up)
        #expect(session.position == "2 of 3")
        session.press(up, down)
        #expect(session.position == "2 of 3")
    }

    @Test("moves by half and full pages and stops at both ends")
    func movesByPages() {
        var session = TUISession(songs: (0..<50).map { "Song \($0)" })
        session.start()
        session.press(.control("u"), .pageUp)
        #expect(session.position == "1 of 50")
        session.press(.control("d"))
        #expect(session.position == "10 of 50")
        session.press(.control("d"), .control("u"))
        #expect(session.position == "10 of 50")
        session.press(.control("u"))
        #expect(session.position == "1 of 50")
        session.press(" ")
        #expect(session.position == "19 of 50")
        #expect(session.lines[0].hasPrefix("  Song 0|") && session.lines.last == session.selectedLine)
        session.press(.pageUp)
        #expect(session.position == "1 of 50")
        for _ in 1...3 { session.press(.pageDown) }
        #expect(session.position == "50 of 50")
        session.press(.down)
        #expect(session.position == "50 of 50")
        session.send(.wheel(-1))
        #expect(session.position == "49 of 50")
    }

    @Test("scrolls a text by lines and stops at both ends")
    func scrollsText() {
        var session = TUISession(rows: 14)
        session.start()
        session.press("?")
        let first = session.lines[0]
        let count = TUIKeys.bindings.count + 3
        #expect(session.position == "1–10 of \(count)")
        session.press(.up)
        #expect(session.lines[0] == first)
        session.send(.wheel(1))
        #expect(session.position == "2–11 of \(count)")
        session.press("G", .down)
        #expect(session.position == "\(count - 9)–\(count) of \(count)")
        session.press("g")
        #expect(session.lines[0] == first)
        session.send(.resized(columns: 80, rows: count + 4))
        #expect(session.position == "")
    }

    @Test("moves between the fields of the form and stops at both ends")
    func movesBetweenFields() {
        var session = TUISession()
        session.start()
        session.press("5", "a", .up)
        #expect(session.selectedLine?.hasPrefix("> title") == true)
        for field in ["description", "date", "place", "address", "address"] {
            session.press(.down)
            #expect(session.selectedLine?.hasPrefix("> " + field) == true)
        }
        session.press(.backTab)
        #expect(session.selectedLine?.hasPrefix("> place") == true)
        session.send(.click(line: 4))
        #expect(session.selectedLine?.hasPrefix("> date") == true)
        session.send(.click(line: 5), .click(line: 50))
        #expect(session.selectedLine?.hasPrefix("> date") == true)
    }

    @Test("keeps the active field visible in a form higher than the screen")
    func keepsActiveFieldVisible() {
        var session = TUISession(rows: 6)
        session.start()
        session.press("5", "a")
        #expect(session.lines.count == 4 && session.lines[0].hasPrefix("> title"))
        for _ in 1...4 {
            session.press(.down)
            #expect(session.selectedLine != nil)
        }
        #expect(session.lines[2].hasPrefix("> address"))
    }

    @Test("shows the position in lists of every size", arguments: [0, 1, 18, 19, 20, 219, 220])
    func showsPositionInAnySize(count: Int) {
        var session = TUISession(songs: (0..<count).map { "Song \($0)" })
        session.start()
        #expect(session.position == (count == 0 ? "" : "1 of \(count)"))
        session.press("G")
        #expect(session.position == (count == 0 ? "" : "\(count) of \(count)"))
        #expect(session.lines.count { $0.contains("Song") } == min(19, count))
    }
}
