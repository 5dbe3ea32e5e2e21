import FermataDomain
import FermataPresentation
import Testing

@Suite("Colours and keys of a theme file")
struct TUIThemeTests {
    @Test("reads a theme, colours and keys, with comments and in any order")
    func readsFile() {
        let file = ThemeFile(
            """
            # My theme
            colour.mark = bold #c88214
            colour.selected = black on 172
              color.problem=bright-red

            theme = night
            key.play = F Space
            """)
        #expect(file.problems.isEmpty && file.notice == nil)
        #expect(file.theme.name == "night")
        #expect(file.theme[.mark] == TextStyle(isBold: true, colour: TextColour(red: 200, green: 130, blue: 20)))
        #expect(file.theme[.selected] == TextStyle(colour: .basic(0), background: .indexed(172)))
        #expect(file.theme[.problem] == TextStyle(colour: .basic(9)))
        #expect(file.theme[.heading] == TUITheme.night[.heading])
        #expect(file.keys.intent(for: "F") == .play)
        #expect(file.keys.intent(for: " ") == .play)
        #expect(file.keys.intent(for: "p") == nil)
    }

    @Test("an empty file has the defaults")
    func hasDefaults() {
        let file = ThemeFile("")
        #expect(file.theme == .standard && file.problems.isEmpty)
        for binding in TUIKeys.bindings {
            for action in binding.actions {
                for key in action.keys { #expect(file.keys.intent(for: key) == action.intent, "\(key.name)") }
            }
        }
    }

    @Test(
        "names the line of an error, and uses the default there",
        arguments: [
            ("theme = neon", "Line 2: “neon” is unknown. Use standard, night, paper."),
            ("colour.mark = purpel", "Line 2: “purpel” is no colour."),
            ("colour.mark = 256", "Line 2: “256” is no colour."),
            ("colour.mark = #12345", "Line 2: “#12345” is no colour."),
            ("colour.title = red", "Line 2: “title” is unknown. Use plain, selected,"),
            ("key.sing = x", "Line 2: “sing” is no action."),
            ("key.play = pp", "Line 2: “pp” is no key."), ("key.play =", "Line 2: “” is no key."),
            ("key.play = Ctrl-C", "Line 2: Ctrl-C cannot be changed."),
            ("key.play = F1", "Line 2: F1 cannot be changed."),
            ("colour", "Line 2: “colour” has no “=”."), ("font = Arial", "Line 2: “font” is unknown."),
            ("\u{1B}[31m = \u{202E}", "Line 2: “"),
        ])
    func namesLine(line: String, problem: String) {
        let file = ThemeFile("# first\n\(line)\ncolour.tab = bold")
        #expect(file.problems.count == 1)
        #expect(file.problems.first?.hasPrefix(problem) == true, "\(file.problems)")
        #expect(file.notice?.hasPrefix("The theme file: Line 2: ") == true)
        let long = ThemeFile((1...9).map { "sing\($0)" }.joined(separator: "\n")).notice
        #expect(long?.contains("Line 3:") == true && long?.hasSuffix(" 6 more lines have errors.") == true)
        #expect(file.theme[.mark] == TUITheme.standard[.mark])
        #expect(file.theme[.tab] == TextStyle(isBold: true))
        #expect(file.keys.intent(for: "p") == .play)
    }

    @Test("every shipped theme has a style for every role but plain text")
    func hasStyles() {
        #expect(Set(TUITheme.all.map(\.name)).count == 3)
        for theme in TUITheme.all {
            for role in TextRole.allCases where role != .plain { #expect(theme[role] != TextStyle(), "\(theme.name)") }
        }
    }

    @Test("each action but those of fixed keys has one name")
    func namesActions() {
        let names = TUIIntent.named
        #expect(Set(names.map(\.name)).count == names.count)
        let named = Set(names.map(\.intent))
        #expect(named.count == names.count)
        for action in TUIKeys.bindings.flatMap(\.actions) where !named.contains(action.intent) {
            #expect(action.keys.allSatisfy { ThemeFile("key.play = \($0.name)").problems.count == 1 })
        }
    }

    @Test("another key replaces those of an action in use, hints and help")
    func usesOtherKey() {
        let keys = ThemeFile("key.quit = e\nkey.help = H").keys
        var model = TUIModel(columns: 80, rows: 24, text: .plain, forms: [], keys: keys)
        _ = model.start()
        #expect(model.screen.hints?.hasPrefix("H keys  e quit") == true)
        #expect(model.handle(.key("q")).isEmpty)
        _ = model.handle(.key("H"))
        #expect(model.screen.title == "Keys")
        #expect(model.handle(.key("e")) == [.quit])
    }

    @Test(
        "shows the nearest colour that a terminal has",
        arguments: [
            ("#c88214", 3, 172), ("#d22828", 1, 160), ("#ffffff", 15, 231), ("#808080", 8, 244),
            ("bright-blue", 12, 12),
            ("172", 3, 172), ("0", 0, 0), ("#000000", 0, 16),
        ])
    func approximatesColour(text: String, basic: Int, indexed: Int) throws {
        let colour = try #require(TextColour(text))
        #expect(colour.nearestBasic == basic)
        #expect(colour.nearestIndexed == indexed)
    }
}
