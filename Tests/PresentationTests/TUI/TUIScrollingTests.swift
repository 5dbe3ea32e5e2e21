import FermataDomain
import FermataPresentation
import Testing

@Suite("Scrolling a list of any length")
struct TUIScrollingTests {
    private static let million = (0..<1_000_000).map { "Song \($0)" }

    @Test("what is seen is asked for first and alone; then what lies around it, and how many there are")
    func first() {
        var session = TUISession(songs: Self.million)
        session.answersAtOnce = false
        session.begin()
        #expect(session.asked.count == 1)
        #expect(session.loads.map(\.window) == [Window(offset: 0, limit: 19)])
        session.answer(session.asked[0])
        #expect(session.loads.map(\.window) == [Window(offset: 0, limit: 19), Window(offset: 0, limit: 219)])
        guard case .count(let load)? = session.asked.last else {
            Issue.record("\(session.asked)")
            return
        }
        #expect(load.source == .music(MusicQuery()))
        #expect(session.position == "1 of …")
        session.answer()
        #expect(session.position == "1 of 1,000,000")
    }

    @Test(
        "however fast it is scrolled, no line is ever empty, and no more than a window is loaded",
        arguments: [TUIKey.down, .pageDown])
    func held(key: TUIKey) {
        var session = TUISession(songs: Self.million)
        session.begin()
        session.answersAtOnce = false
        for step in 1...1_500 {
            session.press(key)
            // Answers come three keys late.
            if step.isMultiple(of: 3) { session.answer() }
            if !session.screen.lines.allSatisfy(\.isRow) { Issue.record("empty at \(step): \(session.lines)") }
        }
        #expect(session.loads.allSatisfy { $0.window.limit ?? .max <= 419 })
        #expect(session.loads.count < 1_500)
        #expect(session.position.hasSuffix(" of 1,000,000"))
    }

    @Test("to the end of a million and back are one load each, of what is seen there")
    func ends() {
        var session = TUISession(songs: Self.million)
        session.begin()
        session.forgetAsked()
        session.press("G")
        #expect(session.selectedLine == "> Song 999999|David Bowie|Hunky Dory|3:37")
        #expect(session.position == "1,000,000 of 1,000,000")
        #expect(session.loads.map(\.window.offset) == [1_000_000 - 19 - 200])
        session.press("g")
        #expect(session.selectedLine == "> Song 0|David Bowie|Hunky Dory|3:37")
    }

    @Test("where it is not known yet where the end is, it is gone to once it is")
    func endUnknown() {
        var session = TUISession(songs: Self.million)
        session.answersAtOnce = false
        session.begin()
        session.answer(session.asked[0])
        session.press(.end)
        session.answer()
        #expect(session.position == "1,000,000 of 1,000,000")
        #expect(session.selectedLine == "> Song 999999|David Bowie|Hunky Dory|3:37")
    }

    @Test("who moves on while the end is not known yet stays there", arguments: [TUIKey.character("g"), .up])
    func endGivenUp(key: TUIKey) {
        var session = TUISession(songs: Self.million)
        session.answersAtOnce = false
        session.begin()
        session.answer(session.asked[0])
        session.press(.end, key)
        session.answer()
        #expect(!session.position.hasPrefix("1,000,000 "))
    }

    @Test("another order, asked for far down the list, never empties the screen")
    func reordered() {
        var session = TUISession(songs: Self.million)
        session.begin()
        session.press("G")
        let titles = session.lines.map { $0.dropFirst(2) }
        session.answersAtOnce = false
        session.press("s")
        #expect(session.lines.map { $0.dropFirst(2) } == titles)
        session.answer()
        #expect(session.position == "1 of 1,000,000")
    }

    @Test("when rows come before it, the selected row stays selected, and stands where it stood")
    func inserted() {
        var session = TUISession(songs: Self.million)
        session.begin()
        session.press(.down, .down, .down)
        let before = session.lines
        var answers: [Music] = [TUISession.song(2_000_000, "New"), TUISession.song(2_000_001, "Newer")]
        answers += (0..<217).map { TUISession.song($0, "Song \($0)") }
        session.answersAtOnce = false
        session.forgetAsked()
        session.send(.libraryChanged)
        session.send(.loaded(session.loads[0], .rows(answers.map { .music(TrackCellModel($0)) })))
        #expect(session.position == "6 of 1,000,000")
        #expect(session.lines == before)
    }

    @Test("when the list shrinks, the last row is selected; when it is emptied, it says so")
    func shrunk() {
        var session = TUISession(songs: Array(Self.million.prefix(1_000)))
        session.begin()
        session.press(.end)
        session.songs = ["Song 0", "Song 1"]
        session.send(.libraryChanged)
        #expect(session.position == "2 of 2")
        #expect(session.lines[1] == "> Song 1|David Bowie|Hunky Dory|3:37")
        session.songs = []
        session.send(.libraryChanged)
        #expect(session.lines[0] == "There is no music yet. Add a source: fermata source add http URL")
        #expect(session.position == "")
        session.press(.up, .down, .end, .home, .pageDown, .enter, "b", "d", "i")
        #expect(session.position == "")
    }

    @Test("a text that is longer than the screen says which of its lines are seen")
    func text() {
        var session = TUISession()
        session.begin()
        session.press("?")
        let count = session.position.split(separator: " ").last.flatMap { Int($0) } ?? 0
        #expect(count > 20 && session.position.hasPrefix("1–"))
        session.press(.end)
        #expect(session.position.hasSuffix("–\(count) of \(count)"))
        session.send(.resized(columns: 80, rows: 100))
        #expect(session.position == "")
    }

    @Test("changes in quick succession are one load at a time, and none is missed")
    func changes() {
        var session = TUISession()
        session.begin()
        session.answersAtOnce = false
        session.forgetAsked()
        for _ in 0..<50 { session.send(.libraryChanged) }
        #expect(session.loads.count == 1)
        session.answer(.load(session.loads[0]))
        #expect(session.loads.count == 2)
        session.answer()
        #expect(session.loads.count == 2)
    }

    @Test("the wheel moves what is seen, and keeps a row of it selected")
    func wheel() {
        var session = TUISession(songs: Self.million)
        session.begin()
        session.send(.wheel(3), .wheel(3))
        #expect(session.lines[0] == "> Song 6|David Bowie|Hunky Dory|3:37")
        session.send(.wheel(-300))
        #expect(session.lines[0] == "  Song 0|David Bowie|Hunky Dory|3:37")
        #expect(session.position == "7 of 1,000,000")
    }

    @Test("a click selects a row, one on the selected row opens it, and one beside all rows does nothing")
    func click() {
        var session = TUISession()
        session.begin()
        session.send(.click(line: 1))
        #expect(session.position == "2 of 3")
        session.send(.click(line: 7), .click(line: -1), .click(line: 99))
        #expect(session.position == "2 of 3")
        session.send(.click(line: 1))
        #expect(session.screen.title == "David Bowie, tracks by title")
        session.send(.clickTab(.toDos))
        #expect(session.screen.title == "To-dos")
    }
}

extension TUILine {
    fileprivate var isRow: Bool { if case .row = self { true } else { false } }
}
