import FermataDomain
import FermataPresentation
import Testing

@Suite("Sizes, scrolling and boundaries of the TUI")
struct TUIScrollingTests {
    private static let million = (0..<1_000_000).map { "Song \($0)" }

    @Test("requests visible rows first, then their surroundings and the count")
    func requestsVisibleRowsFirst() {
        var session = TUISession.started(songs: Self.million, repliesAtOnce: false)
        #expect(session.requested.count == 1)
        #expect(session.loads.map(\.window) == [Window(offset: 0, limit: 19)])
        session.reply(session.requested[0])
        #expect(session.loads.map(\.window) == [Window(offset: 0, limit: 19), Window(offset: 0, limit: 219)])
        guard case .count(let load)? = session.requested.last else {
            Issue.record("\(session.requested)")
            return
        }
        #expect(load.source == .music(MusicQuery()))
        #expect(session.position == "1 of many")
        session.reply()
        #expect(session.position == "1 of 1,000,000")
    }

    @Test(
        "shows no empty line and loads one window while scrolling fast",
        arguments: [TUIKey.down, .pageDown])
    func scrollsFastWithoutEmptyLines(key: TUIKey) {
        var session = TUISession.started(songs: Self.million)
        session.repliesAtOnce = false
        for step in 1...1_500 {
            session.press(key)
            // Results arrive three keys late.
            if step.isMultiple(of: 3) { session.reply() }
            if !session.screen.lines.allSatisfy(\.isRow) { Issue.record("empty at \(step): \(session.lines)") }
        }
        #expect(session.loads.allSatisfy { $0.window.limit ?? .max <= 419 })
        #expect(session.loads.count < 1_500)
        #expect(session.position.hasSuffix(" of 1,000,000"))
    }

    @Test("loads further rows within 100 rows of the end or start of the loaded rows")
    func preloadsNearEdges() {
        var session = TUISession.started(songs: Self.million)
        for (step, windows) in [
            (100, []), (1, [Window(offset: 0, limit: 320)]), (399, [Window(offset: 300, limit: 419)]), (-100, []),
            (-1, [Window(offset: 199, limit: 419)]),
        ] {
            session.clearRequested()
            session.send(.wheel(step))
            #expect(session.loads.map(\.window) == windows)
        }
    }

    @Test("moves to the end of a million rows with one load")
    func movesToEndWithOneLoad() {
        var session = TUISession.started(songs: Self.million)
        session.clearRequested()
        session.press("G")
        #expect(session.selectedLine == "> Song 999999|David Bowie|Hunky Dory|3:37")
        #expect(session.position == "1,000,000 of 1,000,000")
        #expect(session.loads.map(\.window.offset) == [1_000_000 - 19 - 200])
        session.press("g")
        #expect(session.selectedLine == "> Song 0|David Bowie|Hunky Dory|3:37")
    }

    @Test("moves to the end once the count is known")
    func movesToEndOnceCounted() {
        var session = TUISession.started(songs: Self.million, repliesAtOnce: false)
        session.reply(session.requested[0])
        session.press(.end)
        session.reply()
        #expect(session.position == "1,000,000 of 1,000,000")
        #expect(session.selectedLine == "> Song 999999|David Bowie|Hunky Dory|3:37")
    }

    @Test("stays at a later selection when the count becomes known", arguments: [TUIKey.character("g"), .up])
    func staysWhenMovedBeforeCount(key: TUIKey) {
        var session = TUISession.started(songs: Self.million, repliesAtOnce: false)
        session.reply(session.requested[0])
        session.press(.end, key)
        session.reply()
        #expect(!session.position.hasPrefix("1,000,000 "))
    }

    @Test("keeps rows visible while another order loads")
    func keepsRowsWhileReordering() {
        var session = TUISession.started(songs: Self.million)
        session.press("G")
        let titles = session.lines.map { $0.dropFirst(2) }
        session.repliesAtOnce = false
        session.press("s", "s")
        #expect(session.lines.map { $0.dropFirst(2) } == titles)
        session.reply()
        #expect(session.position == "1 of 1,000,000")
    }

    @Test("keeps the selected row in place when rows are inserted before it")
    func keepsSelectionOnInsert() {
        var session = TUISession.started(songs: Self.million)
        session.press(.down, .down, .down)
        let before = session.lines
        var music: [Music] = [TUISession.song(2_000_000, "New"), TUISession.song(2_000_001, "Newer")]
        music += (0..<217).map { TUISession.song($0, "Song \($0)") }
        session.holdReplies()
        session.send(.libraryChanged)
        session.send(.loaded(session.loads[0], .rows(music.map { .music(TrackCellModel($0)) })))
        #expect(session.position == "6 of 1,000,000")
        #expect(session.lines == before)
    }

    @Test("keeps the selected row in place when rows far down are inserted before it")
    func keepsFarSelectionOnInsert() {
        var session = TUISession.started(songs: Array(Self.million.prefix(2_000)))
        session.send(.wheel(1_000))
        let before = session.lines
        session.holdReplies()
        session.send(.libraryChanged)
        let load = session.loads[0]
        let numbers = load.window.offset - 2..<load.window.offset - 2 + (load.window.limit ?? 0)
        let music = numbers.map { TUISession.song($0, "Song \($0)") }
        session.send(.loaded(load, .rows(music.map { .music(TrackCellModel($0)) })))
        #expect(load.window.offset > 0 && session.position == "1,003 of 2,000")
        #expect(session.lines == before)
    }

    @Test("does not scroll a list that fits its page")
    func doesNotScrollShortList() {
        var session = TUISession.started()
        session.press(.end)
        session.send(.wheel(3))
        #expect(session.lines[0].contains("Changes") && session.position == "3 of 3")
        session.send(.wheel(-3))
        #expect(session.lines[0].contains("Changes") && session.position == "3 of 3")
        session.press("g")
        session.send(.wheel(3), .libraryChanged)
        #expect(session.position == "1 of 3")
    }

    @Test("selects the last row of a shrunk list and shows the empty text")
    func selectsLastRowOfShrunkList() {
        var session = TUISession.started(songs: Array(Self.million.prefix(1_000)))
        session.press(.end)
        session.songs = ["Song 0", "Song 1"]
        session.send(.libraryChanged)
        #expect(session.position == "2 of 2")
        #expect(session.lines[1] == "> Song 1|David Bowie|Hunky Dory|3:37")
        session.songs = []
        session.send(.libraryChanged)
        #expect(session.lines[0] == "There is no music yet. Press F7, then a to add a source, or r to sync all.")
        #expect(session.position == "")
        session.press(.up, .down, .end, .home, .pageDown, .enter, "b", "d", "i")
        #expect(session.position == "")
    }

    @Test("loads once at a time for changes in quick succession")
    func loadsOnceForManyChanges() {
        var session = TUISession.started()
        session.holdReplies()
        for _ in 0..<50 { session.send(.libraryChanged) }
        #expect(session.loads.count == 1)
        session.reply(.load(session.loads[0]))
        #expect(session.loads.count == 2)
        session.reply()
        #expect(session.loads.count == 2)
    }

    @Test("scrolls by wheel and keeps a visible row selected")
    func scrollsByWheel() {
        var session = TUISession.started(songs: Self.million)
        session.send(.wheel(3), .wheel(3))
        #expect(session.lines[0] == "> Song 6|David Bowie|Hunky Dory|3:37")
        session.send(.wheel(-300))
        #expect(session.lines[0] == "  Song 0|David Bowie|Hunky Dory|3:37")
        #expect(session.position == "7 of 1,000,000")
    }

    @Test("selects a clicked row, plays the selected song, ignores other clicks")
    func selectsAndPlaysByClick() {
        var session = TUISession.started()
        session.send(.click(line: 1))
        #expect(session.position == "2 of 3")
        session.send(.click(line: 0))
        #expect(session.position == "1 of 3")
        session.send(.click(line: 1))
        session.send(.click(line: 7), .click(line: -1), .click(line: 99))
        #expect(session.position == "2 of 3")
        session.send(.click(line: 1))
        #expect(session.requested.last == .play(.rows(.music(MusicQuery()), Window(offset: 1))))
        session.send(.clickTab(.toDos))
        #expect(session.screen.title == "To-dos")
    }

    @Test("shows the first row again after later rows were loaded")
    func showsFirstRowAgain() {
        var session = TUISession.started(songs: Array(Self.million.prefix(1_000)))
        session.send(.wheel(201), .wheel(-201))
        #expect(session.lines[0].hasPrefix("  Song 0|"))
    }

    @Test(
        "keeps the nearest of several equal rows selected",
        arguments: [([0, 4], 5), ([2, 6], 3), ([2, 4], 3)] as [([Int], Int)])
    func keepsNearestOfEqualRows(indices: [Int], position: Int) {
        var session = TUISession.started(songs: (0..<7).map { "Song \($0)" })
        session.press(.down, .down, .down)
        session.holdReplies()
        session.send(.libraryChanged)
        let numbers = (0..<7).map { indices.contains($0) ? 3 : $0 + 10 }
        let rows = numbers.map { TUIRow.music(TrackCellModel(TUISession.song($0, "Song \($0)"))) }
        session.send(.loaded(session.loads[0], .rows(rows)))
        #expect(session.position == "\(position) of 7")
    }

    @Test(
        "shows each part of the screen from its minimum height",
        arguments: [
            (1, "b"), (2, "bs"), (4, "bs"), (5, "tbs"), (6, "tbs"), (7, "Ttbs"), (8, "Ttbsh"), (9, "Ttbsh"),
            (10, "Ttcbsh"),
        ])
    func showsPartsFromMinimumHeight(rows: Int, parts: String) {
        let session = TUISession.started(rows: rows)
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
        var session = TUISession.started(columns: columns, rows: rows)
        session.press("i")
        let frame = session.screen.artwork
        #expect((frame != nil) == (columns == 68 && rows == 17))
        guard let frame else { return }
        #expect(frame.column == 42 && frame.line == 0 && frame.columns == 26 && frame.lines == 13)
        #expect(session.lines.allSatisfy { $0.count <= 40 })
    }

    @Test("wraps the details beside artwork at its edge")
    func wrapsBesideArtwork() {
        var session = TUISession.started(songs: [String(repeating: "x", count: 100)], columns: 68, rows: 17)
        session.press("i")
        #expect(session.lines.map(\.count).max() == 40)
    }

    @Test("shows a message in full above the status line of a terminal of one column")
    func showsMessageInOneColumn() {
        var session = TUISession.started(songs: [], columns: 1)
        session.send(.problem(ProblemModel(.unexpected, "ab")))
        #expect(session.statusText == "" && session.lines.suffix(2) == ["a", "b"])
        session.send(.resized(columns: 80, rows: 24), .resized(columns: 0, rows: 24))
        #expect(session.statusText == "" && session.lines.suffix(2) == ["a", "b"])
        session.press("w")
        #expect(session.lines.prefix(2) == ["N", "o"])
    }

    @Test("moves by one row at least where half a page is less")
    func movesByOneRowAtLeast() {
        var session = TUISession.started(songs: (0..<9).map { "Song \($0)" }, columns: 80, rows: 1)
        #expect(session.loads.first?.window == Window(offset: 0, limit: 1))
        session.press(.control("d"))
        #expect(session.lines.count == 1 && session.selectedLine?.hasPrefix("> Song 1|") == true)
    }

    @Test("scrolls a text by half of its lines")
    func scrollsTextByHalfPages() {
        var session = TUISession.started(rows: 14)
        session.press("?", .control("d"))
        #expect(session.position == "6–15 of \(TUIKeys.bindings.count + 5)")
    }

    @Test("shows a message in the status line if it fits beside the position", arguments: [(22, true), (23, false)])
    func showsMessageThatFits(length: Int, fits: Bool) {
        var session = TUISession.started(columns: 30)
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
        var session = TUISession.started(songs: [], columns: 30)
        let message = String(repeating: "x", count: length)
        session.send(.problem(ProblemModel(.unexpected, message)))
        #expect(session.position == "" && session.statusText == (fits ? message : ""))
    }

    @Test("wraps the details into a terminal one column wider than their labels")
    func wrapsDetailsIntoOneColumn() {
        var session = TUISession.started(columns: 13)
        session.press("i")
        #expect(session.lines.prefix(2) == ["id          0", "            0"])
        #expect(session.lines.allSatisfy { $0.count <= 13 })
        session.send(.resized(columns: 12, rows: 24))
        #expect(session.lines.prefix(2) == ["id          0", "            0"])
    }

    @Test("shows a long message in the status line of a terminal below 7 rows", arguments: [6, 7])
    func showsLongMessageOnLowTerminal(rows: Int) {
        var session = TUISession.started(columns: 30, rows: rows)
        let message = String(repeating: "x", count: 29)
        session.send(.problem(ProblemModel(.unexpected, message)))
        #expect((session.statusText == message) == (rows < 7))
    }

    @Test("covers at most half of the body with a message")
    func coversHalfOfBody() {
        var session = TUISession.started(songs: (0..<20).map { "Song \($0)" }, columns: 30, rows: 12)
        session.send(.problem(ProblemModel(.unexpected, String(repeating: "x", count: 300))))
        #expect(session.lines.count == 7)
        #expect(session.lines.count { $0.hasPrefix("xxx") } == 3)
    }

    @Test("shows section titles in a body of at least 4 lines", arguments: [(5, false), (6, true)])
    func showsSectionTitlesFromMinimumHeight(rows: Int, hasTitles: Bool) {
        var session = TUISession.started(rows: rows, toDos: [ToDo(number: 1, item: ToDoItem(title: "Low"))])
        session.press(.function(6))
        #expect(session.lines.contains("[To-do]") == hasTitles)
        #expect(session.selectedLine == "> 1|Low")
    }

    @Test("closes the oldest of more than 30 open pages")
    func closesOldestPage() throws {
        var session = TUISession.started()
        session.repliesAtOnce = false
        session.press("o")
        let related = RelatedArtist(artist: Artist(name: "Lou Reed", trackCount: 1), sharedPlaylists: 1, closeness: 1)
        for depth in 1...30 {
            let load = try #require(session.loads.last)
            let row = TUIRow.artist(.relatedArtist(RelatedArtistCellModel(related)))
            session.send(.loaded(load, .allRows([row], freshness: nil)))
            session.clearRequested()
            session.press(.enter)
            let closed = session.requested.compactMap { if case .cancelLoads(let page) = $0 { page } else { nil } }
            #expect(closed == (depth == 30 ? [MainScreen.allCases.count + 3] : []))
        }
        for _ in 1...30 { session.press("h") }
        #expect(session.screen.title == "Music by title")
    }

    @Test("wraps around the tabs in both directions")
    func wrapsAroundTabs() {
        var session = TUISession.started()
        for tab in MainScreen.allCases.dropFirst() + [.music] {
            session.press(.tab)
            #expect(session.screen.tab == tab)
        }
        for tab in MainScreen.allCases.reversed() {
            session.press(.backTab)
            #expect(session.screen.tab == tab)
        }
        #expect(MainScreen.allCases.map(\.key.name) == (1...7).map { "F\($0)" })
    }

    @Test("tabs show their titles, or only the selected title where they do not fit")
    func placesTabs() {
        let wide = TUISession.started()
        #expect(
            wide.screen.tabs.map(\.text).joined()
                == " F1 Music F2 Albums F3 Bookmarks F4 Playlists F5 Downloads F6 To-dos F7 Sources")
        #expect(wide.screen.tabs.map(\.columns.lowerBound) == [0, 9, 19, 32, 45, 58, 68])
        var narrow = TUISession.started(columns: 30)
        #expect(narrow.screen.tabs.map(\.text).joined() == " F1 Music F2 F3 F4 F5 F6 F7")
        narrow.send(.resized(columns: 78, rows: 24))
        #expect(narrow.screen.tabs.map(\.text).joined() == " F1 Music F2 F3 F4 F5 F6 F7")
        narrow.send(.resized(columns: 79, rows: 24))
        #expect(narrow.screen.tabs == wide.screen.tabs)
    }

    @Test("moves by one row", arguments: [(TUIKey.down, TUIKey.up), ("j", "k")])
    func movesByRows(down: TUIKey, up: TUIKey) {
        var session = TUISession.started()
        session.press(down, down)
        #expect(session.position == "3 of 3")
        session.press(up)
        #expect(session.position == "2 of 3")
        session.press(up, down)
        #expect(session.position == "2 of 3")
    }

    @Test("moves by half and full pages and stops at both ends")
    func movesByPages() {
        var session = TUISession.started(songs: (0..<50).map { "Song \($0)" })
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
        var session = TUISession.started(rows: 14)
        session.press("?")
        let first = session.lines[0]
        let count = TUIKeys.bindings.count + 5
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
        var session = TUISession.started()
        session.press(.function(6), "a", .up)
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
        var session = TUISession.started(rows: 6)
        session.press(.function(6), "a")
        #expect(session.lines.count == 4 && session.lines[0].hasPrefix("> title"))
        for _ in 1...4 {
            session.press(.down)
            #expect(session.selectedLine != nil)
        }
        #expect(session.lines[2].hasPrefix("> address"))
    }

    @Test("shows the position in lists of every size", arguments: [0, 1, 18, 19, 20, 219, 220])
    func showsPositionInAnySize(count: Int) {
        var session = TUISession.started(songs: (0..<count).map { "Song \($0)" })
        #expect(session.position == (count == 0 ? "" : "1 of \(count)"))
        session.press("G")
        #expect(session.position == (count == 0 ? "" : "\(count) of \(count)"))
        #expect(session.lines.count { $0.contains("Song") } == min(19, count))
    }

    @Test("fills exactly the rows of the terminal")
    func fillsAllRows() {
        for rows in 1...40 {
            var session = TUISession.started(rows: rows)
            for key: TUIKey in [
                .function(1), "o", "i", "?", .escape, .escape, .escape, "/", .escape, .function(6), "a",
            ] {
                session.press(key)
                #expect(session.screen.rowCount == rows, "\(rows) rows after \(key)")
            }
        }
    }

    @Test("shows the selected row or the typed text in one row")
    func fitsIntoOneRow() {
        var session = TUISession.started(columns: 1, rows: 1)
        session.press(.down)
        #expect(session.lines == ["> Fame"])
        session.press("/")
        #expect(session.lines == [] && session.statusText == "/")
    }

    @Test("keeps the selected row visible after a resize")
    func keepsSelectionVisibleAfterResize() {
        var session = TUISession.started(songs: (0..<500).map { "Song \($0)" })
        session.press(.end)
        for rows in [3, 1, 60, 7, 24] {
            session.send(.resized(columns: 20, rows: rows))
            #expect(session.selectedLine?.hasPrefix("> Song 499") == true)
        }
    }

    @Test("shows a long message in full above the status line")
    func showsLongMessageInFull() {
        var session = TUISession.started(columns: 30)
        session.send(
            .problem(ProblemModel(.unexpected, "Only the town of this address was found: Seoul, South Korea.")))
        #expect(session.lines.suffix(2) == ["Only the town of this address ", "was found: Seoul, South Korea."])
        session.press(.down)
        #expect(session.lines.suffix(2) == ["", ""])
    }

    @Test("keeps the ending of a prompt with a long title", arguments: [20, 80, 200])
    func keepsEndingOfPrompt(columns: Int) {
        let title = String(repeating: "Changes ", count: 100)
        var session = TUISession.started(
            songs: [title], columns: columns, states: [TUISession.song(0, title).id: .downloaded])
        session.press("d")
        #expect(session.screen.status == .question("Remove the download of “\(title)", ending: "”? y/n"))
    }

    @Test("describes a consistent screen after random events", arguments: 0..<4 as Range<UInt64>)
    func survivesRandomEvents(seed: UInt64) throws {
        var (random, rows) = (SeededRandom(seed), 24)
        var session = TUISession(songs: (0..<700).map { "Song \($0)" })
        session.toDos = (1...40).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 > 20) }
        session.playlists = [Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3)]
        session.downloads = [Download(music: TUISession.song(1, "Song 1"), state: .waiting)]
        session.start()
        let keys = TUIKeys.bindings.flatMap(\.actions).flatMap(\.keys) + ["y", "n", "x", .delete, .control("s")]
        for step in 0..<1_000 {
            session.repliesAtOnce = random.next(4) > 0
            switch random.next(12) {
            case 0:
                rows = random.next(50)
                session.send(.resized(columns: random.next(120), rows: rows))
            case 1: session.send(.click(line: random.next(40)))
            case 2: session.send(.wheel(random.next(2_000) - 1_000))
            case 3: session.send(.paste("e\u{301}한\n"))
            case 4:
                session.songs = (0..<random.next(700)).map { "Song \($0)" }
                session.send(.libraryChanged)
            case 5: session.reply()
            default: session.press(keys[random.next(keys.count)])
            }
            let screen = session.screen
            #expect(screen.rowCount == max(1, rows), "seed \(seed), step \(step)")
            // A list without rows, or with a message over them, need not show a selection.
            let hasNoRows = session.position.isEmpty || screen.lines.contains(where: \.isText)
            guard session.outstanding.isEmpty, !hasNoRows else { continue }
            let count = screen.lines.count(where: \.isSelected)
            #expect(
                count == 1 || count > 1 && session.position.contains("selected"),
                "seed \(seed), step \(step): \(session.lines)")
        }
    }
}

/// A seeded random number generator (xorshift64).
private struct SeededRandom {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, bound)))
    }
}

extension TUILine {
    fileprivate var isRow: Bool { if case .row = self { true } else { false } }
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
    fileprivate var isSelected: Bool { if case .row(_, isSelected: true) = self { true } else { false } }
}

extension TUIScreen {
    fileprivate var rowCount: Int {
        lines.count
            + [tab != nil, title != nil, hasHeading, suggestions != nil, status != nil, hints != nil].count { $0 }
    }
}
