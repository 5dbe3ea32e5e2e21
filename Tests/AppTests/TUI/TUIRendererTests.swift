import FermataDomain
import FermataPresentation
import Foundation
import Testing
import FermataApp

@Suite("Drawing the TUI")
struct TUIRendererTests {
    private static let hostile = [
        "\u{1B}[31mred\u{7}\u{0}", "\u{202E}reversed", "Z" + String(repeating: "\u{351}", count: 1_000) + "algo",
        "ze\u{200B}ro", "\u{10FFFF}\u{378}", "캐롤 모음: 징글벨과 고요한 밤 거룩한 밤 그리고 더 많은 노래", "a\nb\tc",
        "Family \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "",
    ]

    private func model(columns: Int, rows: Int) -> TUIModel {
        let layout = TUITextLayout(
            width: DisplayWidth.of, wrap: { TextWrap.lines(of: $0, columns: $1) }, drawMap: { TextMap($0).lines },
            dateStyle: { .american })
        var model = TUIModel(columns: columns, rows: rows, text: layout, forms: [])
        let music = Self.hostile.enumerated().map { number, title in
            Music(
                id: MusicID(UInt64(number + 1) << 40), title: title, artist: title, album: title,
                duration: .seconds(217), explicit: .explicit, isBookmarked: number == 1)
        }
        for case .load(let load) in model.start() {
            _ = model.handle(.loaded(load, .rows(music.map { .music(TrackCellModel($0)) })))
        }
        return model
    }

    private func drawing(
        _ model: TUIModel, columns: Int, rows: Int, colours: ColourDepth = .none, strikes: Bool = true
    ) -> TUIRenderer {
        TUIRenderer(
            model.screen, columns: columns, rows: rows, palette: Palette(colours), hasStrikethrough: strikes)
    }

    @Test(
        "draws no control characters and no line wider than the terminal",
        arguments: [1, 2, 3, 19, 40, 57, 80, 200], [1, 5, 24])
    func drawsSafeLines(columns: Int, rows: Int) {
        var model = model(columns: columns, rows: rows)
        for key: TUIKey in [.down, "i", "?", .escape, .escape, "/", "x", .escape, "a", .function(6)] {
            _ = model.handle(.key(key))
            let frame = drawing(model, columns: columns, rows: rows).frame
            #expect(frame.lines.count <= rows)
            for line in frame.lines {
                let text = String(decoding: line, as: UTF8.self).replacing(/\u{1B}\[[0-9;]*[mG]/, with: "")
                #expect(DisplayWidth.of(text) <= columns, "\(text)")
                #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
                #expect(!text.unicodeScalars.contains("\u{202E}"))
                #expect(text.unicodeScalars.count < 600)
            }
        }
    }

    @Test("a theme colours plain text from the first column on")
    func coloursPlainText() {
        let palette = Palette(.full, theme: .night)
        let frame = TUIRenderer(
            model(columns: 80, rows: 24).screen, columns: 80, rows: 24, palette: palette, hasStrikethrough: true
        ).frame
        #expect(frame.lines[4].starts(with: palette.start(.plain)))
    }

    @Test("draws suggestions above the search, the first bold, all cut at the width")
    func drawsSuggestions() throws {
        var model = model(columns: 30, rows: 10)
        _ = model.handle(.key("/"))
        let input = SearchInput(before: "e")
        _ = model.handle(.key("e"))
        let rows = ["Ed\u{1B}[31m", "캐롤", "A name with many letters"].map { name in
            SearchSuggestionCellModel(SearchSuggestion(label: name, input: input))
        }
        _ = model.handle(.suggested(input, rows))
        let line = drawing(model, columns: 30, rows: 10).frame.lines[7]
        #expect(
            String(decoding: line, as: UTF8.self)
                == "\u{1B}[0;1mEd␛[31m\u{1B}[0;2m  \u{1B}[10G캐롤\u{1B}[0;2m  A name with ma…")
    }

    @Test("reverses the selected row and colours the marks")
    func stylesSelectionAndMarks() {
        let model = model(columns: 80, rows: 24)
        let expected: [(ColourDepth, String)] = [
            (.none, "\u{1B}[0m✭ E"), (.sixteen, "\u{1B}[0;33m✭ E"), (.many, "\u{1B}[0;38;5;172m✭ E"),
            (.full, "\u{1B}[0;38;2;200;130;20m✭ E"),
        ]
        for (depth, start) in expected {
            let lines = drawing(model, columns: 80, rows: 24, colours: depth).frame.lines
                .map { String(decoding: $0, as: UTF8.self) }
            #expect(lines[3].hasPrefix("\u{1B}[0;7m  E  ␛[31mred␇␀"))
            #expect(lines[4].hasPrefix(start))
            #expect(DisplayWidth.of(lines[3].replacing(/\u{1B}\[[0-9;]*[mG]/, with: "")) == 80)
        }
    }

    @Test(
        "detects the colours from the environment",
        arguments: [
            (["TERM": "xterm-256color"], ColourDepth.many), (["TERM": "xterm"], .sixteen), (["TERM": "vt100"], .none),
            (["TERM": "xterm", "COLORTERM": "truecolor"], .full), (["TERM": "xterm-direct"], .full),
            (["TERM": "xterm", "NO_COLOR": "1"], .none), (["TERM": "xterm", "NO_COLOR": ""], .sixteen),
        ])
    func detectsColours(environment: [String: String], depth: ColourDepth) {
        #expect(ColourDepth(environment: environment) == depth)
    }

    @Test("maps clicks to tabs and lines")
    func mapsClicks() {
        let wide = drawing(model(columns: 80, rows: 24), columns: 80, rows: 24)
        #expect(wide.event(forClickAt: 0, row: 0) == .clickTab(.music))
        #expect(wide.event(forClickAt: 9, row: 0) == .clickTab(.albums))
        #expect(wide.event(forClickAt: 19, row: 0) == .clickTab(.bookmarks))
        #expect(wide.event(forClickAt: 79, row: 0) == nil)
        #expect(wide.event(forClickAt: 5, row: 2) == nil)
        #expect(wide.event(forClickAt: 5, row: 3) == .click(line: 0))
        #expect(wide.event(forClickAt: 5, row: 22) == nil)
        let narrow = drawing(model(columns: 30, rows: 24), columns: 30, rows: 24)
        #expect(narrow.event(forClickAt: 20, row: 0) == .clickTab(.downloads))
        #expect(narrow.event(forClickAt: 21, row: 0) == .clickTab(.toDos))
        let flat = drawing(model(columns: 80, rows: 3), columns: 80, rows: 3)
        #expect(flat.event(forClickAt: 5, row: 0) == .click(line: 0))
    }

    @Test("truncates only the title of a prompt", arguments: [80, 40, 20, 8, 6])
    func truncatesTitleOfPrompt(columns: Int) throws {
        let title = String(repeating: "노래 한 곡 ", count: 20)
        let layout = TUITextLayout(
            width: DisplayWidth.of, wrap: { text, _ in [text] }, drawMap: { _ in [] }, dateStyle: { .american })
        var model = TUIModel(columns: columns, rows: 24, text: layout, forms: [])
        for case .load(let load) in model.start() {
            let music = Music(id: MusicID(1 << 40), title: title, isDownloaded: true)
            _ = model.handle(.loaded(load, .rows([.music(TrackCellModel(music))])))
        }
        _ = model.handle(.key("d"))
        let lines = drawing(model, columns: columns, rows: 24).frame.lines
        let line = String(decoding: lines[22], as: UTF8.self).replacing(/\u{1B}\[[0-9;]*[mG]/, with: "")
        #expect(line.hasSuffix("”? y/n") && DisplayWidth.of(line) <= columns, "\(line)")
        #expect(line.hasPrefix("Remove the download of “".prefix(max(0, columns - 7))), "\(line)")
        #expect(line.contains("…") == (columns > 6))
    }

    @Test("strikes done to-dos through, or marks them")
    func strikesDoneToDosThrough() {
        var model = model(columns: 80, rows: 24)
        let toDo = ToDo(number: 1, item: ToDoItem(title: "Low"), isDone: true)
        for case .load(let load) in model.handle(.key(.function(6))) {
            _ = model.handle(.loaded(load, .rows([.toDo(ToDoCellModel(toDo, style: .american))])))
        }
        for (strikes, text) in [(true, "\u{1B}[9mLow\u{1B}[29m  "), (false, "✓ Low  ")] {
            let lines = drawing(model, columns: 80, rows: 24, strikes: strikes).frame.lines
            #expect(lines.contains { String(decoding: $0, as: UTF8.self).contains(text) })
        }
    }
}

extension DateStyle {
    fileprivate static let american = DateStyle(
        locale: Locale(identifier: "en_US"), calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
}

@Suite("Updating a terminal screen")
struct TerminalFrameTests {
    private func frame(_ lines: String..., cursor: TerminalFrame.Cursor? = nil) -> TerminalFrame {
        TerminalFrame(lines: lines.map { Array($0.utf8) }, cursor: cursor)
    }

    private func text(_ frame: TerminalFrame, from previous: TerminalFrame?) -> String {
        String(decoding: frame.update(from: previous), as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test("draws everything at first, as one synchronized update")
    func drawsEverythingAtFirst() {
        #expect(
            text(frame("one", "two"), from: nil)
                == "^[?2026h^[?25l^[0m^[2J^[1;1H^[2Kone^[0m^[2;1H^[2Ktwo^[0m^[?2026l")
    }

    @Test("draws only different lines")
    func drawsOnlyDifferences() {
        let previous = frame("one", "two", "three")
        #expect(text(frame("one", "2", "three"), from: previous) == "^[?2026h^[?25l^[0m^[2;1H^[2K2^[0m^[?2026l")
        #expect(text(previous, from: previous) == "")
    }

    @Test("shows and hides the cursor")
    func showsAndHidesCursor() {
        let typed = frame("one", cursor: .init(column: 3, row: 0))
        #expect(text(typed, from: frame("one")) == "^[?2026h^[?25l^[0m^[1;4H^[?25h^[?2026l")
        #expect(text(frame("one"), from: typed) == "^[?2026h^[?25l^[0m^[?2026l")
    }
}

@Suite("Wrapping text")
struct TextWrapTests {
    @Test(
        "breaks between words, and within long words",
        arguments: [
            ("", [""]), ("one two three", ["one two", "three"]),
            ("https://example.org", ["https:/", "/exampl", "e.org"]),
            ("a https://x", ["a", "https:/", "/x"]), ("고요한 밤", ["고요한", "밤"]), ("a  b", ["a  b"]),
            ("\u{1B}[2J", ["␛[2J"]),
        ])
    func breaksBetweenWords(text: String, lines: [String]) {
        #expect(TextWrap.lines(of: text, columns: 7) == lines)
    }

    @Test("keeps lines within the width, except for a wide character", arguments: 1...12)
    func keepsLinesWithinWidth(columns: Int) {
        let lines = TextWrap.lines(of: "캐롤 모음: We Wish You A Merry Christmas \u{1F44D}\u{1F3FD}", columns: columns)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(2, columns) })
    }

    @Test("shows a text field around its cursor")
    func showsFieldAroundCursor() {
        var field = TUITextField("고요한 밤 거룩한 밤", limit: 100)
        #expect(TextFieldView(field, columns: 8) == TextFieldView(TUITextField("룩한 밤", limit: 100), columns: 8))
        #expect(TextFieldView(field, columns: 8).cursorColumn == 7)
        field.apply(.moveToStart)
        #expect(TextFieldView(field, columns: 8).text == "고요한 ")
        #expect(TextFieldView(field, columns: 8).cursorColumn == 0)
        #expect(TextFieldView(field, columns: 0).cursorColumn == 0)
    }
}
