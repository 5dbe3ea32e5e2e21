import FermataDomain
import FermataPresentation
import Testing

@Suite("Sizes of the TUI")
struct TUISizeTests {
    @Test("fills exactly the rows of the terminal")
    func fillsAllRows() {
        for rows in 1...40 {
            var session = TUISession(rows: rows)
            session.start()
            for key: TUIKey in ["1", .enter, "i", "?", .escape, .escape, .escape, "/", .escape, "5", "a"] {
                session.press(key)
                #expect(session.screen.rowCount == rows, "\(rows) rows after \(key)")
            }
        }
    }

    @Test("shows the selected row or the typed text in one row")
    func fitsIntoOneRow() {
        var session = TUISession(columns: 1, rows: 1)
        session.start()
        session.press(.down)
        #expect(session.lines == ["> Fame"])
        session.press("/")
        #expect(session.lines == [] && session.statusText == "/")
    }

    @Test("keeps the selected row visible after a resize")
    func keepsSelectionVisibleAfterResize() {
        var session = TUISession(songs: (0..<500).map { "Song \($0)" })
        session.start()
        session.press(.end)
        for rows in [3, 1, 60, 7, 24] {
            session.send(.resized(columns: 20, rows: rows))
            #expect(session.selectedLine?.hasPrefix("> Song 499") == true)
        }
    }

    @Test("shows a long message in full above the status line")
    func showsLongMessageInFull() {
        var session = TUISession(columns: 30)
        session.start()
        session.send(
            .problem(ProblemModel(.unexpected, "Only the town of this address was found: Seoul, South Korea.")))
        #expect(session.lines.suffix(2) == ["Only the town of this address ", "was found: Seoul, South Korea."])
        session.press(.down)
        #expect(session.lines.suffix(2) == ["", ""])
    }

    @Test("keeps the ending of a prompt with a long title", arguments: [20, 80, 200])
    func keepsEndingOfPrompt(columns: Int) {
        let title = String(repeating: "Changes ", count: 100)
        var session = TUISession(songs: [title], columns: columns)
        session.states = [TUISession.song(0, title).id: .downloaded]
        session.start()
        session.press("d")
        #expect(session.screen.status == .question("Remove the download of “\(title)", ending: "”? y/n"))
    }

    @Test("describes a consistent screen after random events", arguments: 0..<8 as Range<UInt64>)
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
            #expect(screen.lines.count(where: \.isSelected) == 1, "seed \(seed), step \(step): \(session.lines)")
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
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
    fileprivate var isSelected: Bool { if case .row(_, isSelected: true) = self { true } else { false } }
}

extension TUIScreen {
    fileprivate var rowCount: Int {
        lines.count
            + [tab != nil, title != nil, hasHeading, suggestions != nil, status != nil, hints != nil].count { $0 }
    }
}
