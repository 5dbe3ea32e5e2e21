import FermataDomain
import FermataPresentation
import Testing

@Suite("Scrolling lists in the TUI")
struct TUIScrollingTests {
    private static let million = (0..<1_000_000).map { "Song \($0)" }

    @Test("requests visible rows first, then their surroundings and the count")
    func requestsVisibleRowsFirst() {
        var session = TUISession(songs: Self.million)
        session.repliesAtOnce = false
        session.start()
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
        var session = TUISession(songs: Self.million)
        session.start()
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
        var session = TUISession(songs: Self.million)
        session.start()
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
        var session = TUISession(songs: Self.million)
        session.start()
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
        var session = TUISession(songs: Self.million)
        session.repliesAtOnce = false
        session.start()
        session.reply(session.requested[0])
        session.press(.end)
        session.reply()
        #expect(session.position == "1,000,000 of 1,000,000")
        #expect(session.selectedLine == "> Song 999999|David Bowie|Hunky Dory|3:37")
    }

    @Test("stays at a later selection when the count becomes known", arguments: [TUIKey.character("g"), .up])
    func staysWhenMovedBeforeCount(key: TUIKey) {
        var session = TUISession(songs: Self.million)
        session.repliesAtOnce = false
        session.start()
        session.reply(session.requested[0])
        session.press(.end, key)
        session.reply()
        #expect(!session.position.hasPrefix("1,000,000 "))
    }

    @Test("keeps rows visible while another order loads")
    func keepsRowsWhileReordering() {
        var session = TUISession(songs: Self.million)
        session.start()
        session.press("G")
        let titles = session.lines.map { $0.dropFirst(2) }
        session.repliesAtOnce = false
        session.press("s")
        #expect(session.lines.map { $0.dropFirst(2) } == titles)
        session.reply()
        #expect(session.position == "1 of 1,000,000")
    }

    @Test("keeps the selected row in place when rows are inserted before it")
    func keepsSelectionOnInsert() {
        var session = TUISession(songs: Self.million)
        session.start()
        session.press(.down, .down, .down)
        let before = session.lines
        var music: [Music] = [TUISession.song(2_000_000, "New"), TUISession.song(2_000_001, "Newer")]
        music += (0..<217).map { TUISession.song($0, "Song \($0)") }
        session.repliesAtOnce = false
        session.clearRequested()
        session.send(.libraryChanged)
        session.send(.loaded(session.loads[0], .rows(music.map { .music(TrackCellModel($0)) })))
        #expect(session.position == "6 of 1,000,000")
        #expect(session.lines == before)
    }

    @Test("keeps the selected row in place when rows far down are inserted before it")
    func keepsFarSelectionOnInsert() {
        var session = TUISession(songs: Array(Self.million.prefix(2_000)))
        session.start()
        session.send(.wheel(1_000))
        let before = session.lines
        session.repliesAtOnce = false
        session.clearRequested()
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
        var session = TUISession()
        session.start()
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
        var session = TUISession(songs: Array(Self.million.prefix(1_000)))
        session.start()
        session.press(.end)
        session.songs = ["Song 0", "Song 1"]
        session.send(.libraryChanged)
        #expect(session.position == "2 of 2")
        #expect(session.lines[1] == "> Song 1|David Bowie|Hunky Dory|3:37")
        session.songs = []
        session.send(.libraryChanged)
        #expect(session.lines[0] == "There is no music yet. Press 6, then a to add a source, or r to sync all.")
        #expect(session.position == "")
        session.press(.up, .down, .end, .home, .pageDown, .enter, "b", "d", "i")
        #expect(session.position == "")
    }

    @Test("shows the visible lines of a long text")
    func showsPositionInText() {
        var session = TUISession()
        session.start()
        session.press("?")
        let first = session.lines[0]
        let count = session.position.split(separator: " ").last.flatMap { Int($0) } ?? 0
        #expect(count > 20 && session.position.hasPrefix("1–"))
        session.press(.end)
        #expect(session.position.hasSuffix("–\(count) of \(count)"))
        session.send(.resized(columns: 80, rows: 100))
        #expect(session.position == "" && session.lines[0] == first)
    }

    @Test("loads once at a time for changes in quick succession")
    func loadsOnceForManyChanges() {
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.clearRequested()
        for _ in 0..<50 { session.send(.libraryChanged) }
        #expect(session.loads.count == 1)
        session.reply(.load(session.loads[0]))
        #expect(session.loads.count == 2)
        session.reply()
        #expect(session.loads.count == 2)
    }

    @Test("scrolls by wheel and keeps a visible row selected")
    func scrollsByWheel() {
        var session = TUISession(songs: Self.million)
        session.start()
        session.send(.wheel(3), .wheel(3))
        #expect(session.lines[0] == "> Song 6|David Bowie|Hunky Dory|3:37")
        session.send(.wheel(-300))
        #expect(session.lines[0] == "  Song 0|David Bowie|Hunky Dory|3:37")
        #expect(session.position == "7 of 1,000,000")
    }

    @Test("selects a clicked row, opens the selected row, ignores other clicks")
    func selectsAndOpensByClick() {
        var session = TUISession()
        session.start()
        session.send(.click(line: 1))
        #expect(session.position == "2 of 3")
        session.send(.click(line: 0))
        #expect(session.position == "1 of 3")
        session.send(.click(line: 1))
        session.send(.click(line: 7), .click(line: -1), .click(line: 99))
        #expect(session.position == "2 of 3")
        session.send(.click(line: 1))
        #expect(session.screen.title == "David Bowie, tracks by title")
        session.send(.clickTab(.toDos))
        #expect(session.screen.title == "To-dos")
    }

    @Test("shows the first row again after later rows were loaded")
    func showsFirstRowAgain() {
        var session = TUISession(songs: Array(Self.million.prefix(1_000)))
        session.start()
        session.send(.wheel(201), .wheel(-201))
        #expect(session.lines[0].hasPrefix("  Song 0|"))
    }

    @Test(
        "keeps the nearest of several equal rows selected",
        arguments: [([0, 4], 5), ([2, 6], 3), ([2, 4], 3)] as [([Int], Int)])
    func keepsNearestOfEqualRows(indices: [Int], position: Int) {
        var session = TUISession(songs: (0..<7).map { "Song \($0)" })
        session.start()
        session.press(.down, .down, .down)
        session.repliesAtOnce = false
        session.clearRequested()
        session.send(.libraryChanged)
        let numbers = (0..<7).map { indices.contains($0) ? 3 : $0 + 10 }
        let rows = numbers.map { TUIRow.music(TrackCellModel(TUISession.song($0, "Song \($0)"))) }
        session.send(.loaded(session.loads[0], .rows(rows)))
        #expect(session.position == "\(position) of 7")
    }
}

extension TUILine {
    fileprivate var isRow: Bool { if case .row = self { true } else { false } }
}
