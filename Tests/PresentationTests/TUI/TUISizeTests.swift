import FermataDomain
import FermataPresentation
import Testing

@Suite("A browser of any size")
struct TUISizeTests {
    @Test("each part of the screen has its line where there is room, and there are never more lines than rows")
    func heights() {
        for rows in 1...40 {
            var session = TUISession(rows: rows)
            session.begin()
            for key: TUIKey in ["1", .enter, "i", "?", .escape, .escape, .escape, "/", .escape, "5", "a"] {
                session.press(key)
                #expect(session.screen.rowCount == rows, "\(rows) rows after \(key)")
            }
        }
    }

    @Test("in one row there is the selected row, or what is typed")
    func one() {
        var session = TUISession(columns: 1, rows: 1)
        session.begin()
        session.press(.down)
        #expect(session.lines == ["> Fame"])
        session.press("/")
        #expect(session.lines == [] && session.statusText == "/")
    }

    @Test("a row that was in sight is so after the size has changed")
    func resized() {
        var session = TUISession(songs: (0..<500).map { "Song \($0)" })
        session.begin()
        session.press(.end)
        for rows in [3, 1, 60, 7, 24] {
            session.send(.resized(columns: 20, rows: rows))
            #expect(session.selectedLine?.hasPrefix("> Song 499") == true)
        }
    }

    @Test("a long message stands above its line in full")
    func message() {
        var session = TUISession(columns: 30)
        session.begin()
        session.send(.told("The address is taken for its town, Seoul, South Korea."))
        #expect(session.lines.suffix(2) == ["The address is taken for its t", "own, Seoul, South Korea."])
        session.press(.down)
        #expect(session.lines.suffix(2) == ["", ""])
    }

    @Test("a question shows how it is answered, however long the title is that it is about", arguments: [20, 80, 200])
    func question(columns: Int) {
        let title = String(repeating: "Changes ", count: 100)
        var session = TUISession(songs: [title], columns: columns)
        session.states = [TUISession.song(0, title).id: .downloaded]
        session.begin()
        session.press("d")
        #expect(session.screen.status == .question("Remove the download of “\(title)", ending: "”? y/n"))
    }

    @Test("whatever happens in whatever order, there is a screen", arguments: 0..<8 as Range<UInt64>)
    func anything(seed: UInt64) throws {
        var (chance, rows) = (Chance(seed), 24)
        var session = TUISession(songs: (0..<700).map { "Song \($0)" })
        session.toDos = (1...40).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 > 20) }
        session.playlists = [Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3)]
        session.downloads = [Download(music: TUISession.song(1, "Song 1"), state: .waiting)]
        session.begin()
        let keys = TUIKeys.bindings.flatMap(\.actions).flatMap(\.keys) + ["y", "n", "x", .delete, .control("s")]
        for step in 0..<1_000 {
            session.answersAtOnce = chance.next(4) > 0
            switch chance.next(12) {
            case 0:
                rows = chance.next(50)
                session.send(.resized(columns: chance.next(120), rows: rows))
            case 1: session.send(.click(line: chance.next(40)))
            case 2: session.send(.wheel(chance.next(2_000) - 1_000))
            case 3: session.send(.paste("e\u{301}한\n"))
            case 4:
                session.songs = (0..<chance.next(700)).map { "Song \($0)" }
                session.send(.libraryChanged)
            case 5: session.answer()
            default: session.press(keys[chance.next(keys.count)])
            }
            let screen = session.screen
            #expect(screen.rowCount == max(1, rows), "seed \(seed), step \(step)")
            // A list that is loaded, and that no message stands over.
            let isCovered = session.position.isEmpty || screen.lines.contains(where: \.isText)
            guard session.open.isEmpty, !isCovered else { continue }
            #expect(screen.lines.count(where: \.isSelected) == 1, "seed \(seed), step \(step): \(session.lines)")
        }
    }
}

/// Numbers that are the same for the same seed (xorshift64).
private struct Chance {
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
        lines.count + [tab != nil, title != nil, hasHeading, status != nil, hints != nil].count { $0 }
    }
}
