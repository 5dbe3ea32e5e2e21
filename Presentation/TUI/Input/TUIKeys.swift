/// Which key stands for which intent: the one table that input and the help screen are made from.
package enum TUIKeys {
    package static let bindings: [TUIBinding] = [
        TUIBinding([([.up, "k"], .move(-1)), ([.down, "j"], .move(1))], "a row up, down"),
        TUIBinding(
            [
                ([.pageUp, .control("b")], .moveHalfScreens(-2)),
                ([.pageDown, .control("f"), " "], .moveHalfScreens(2)),
            ], "a screen up, down"),
        TUIBinding(
            [([.control("u")], .moveHalfScreens(-1)), ([.control("d")], .moveHalfScreens(1))],
            "half a screen up, down"),
        TUIBinding([([.home, "g"], .moveToStart), ([.end, "G"], .moveToEnd)], "to the first row, to the last"),
        TUIBinding([.enter, .right, "l"], .open, "open: artist, playlist or to-do", hint: "open"),
        TUIBinding(["i"], .showDetails, "all that is known of it", hint: "details"),
        TUIBinding([.backspace, .left, "h"], .back, "back to the screen before"),
        TUIBinding([.escape], .cancel, "end the search, or go back", hint: "back"),
        TUIBinding(["/"], .search, "search as you type", hint: "search"),
        TUIBinding(
            [(["s"], .cycleOrder), (["S"], .reverse)], "the next order, turn the order round", hint: "sort"),
        TUIBinding(["f"], .toggleBookmarkedFirst, "bookmarked music first, or not"),
        TUIBinding(["b"], .bookmark, "bookmark, or take the bookmark away", hint: "bookmark"),
        TUIBinding(["d"], .download, "download, or remove the download", hint: "download"),
        TUIBinding(["a"], .add, "add a to-do, about what is selected", hint: "add"),
        TUIBinding(["c"], .check, "check a to-do, or uncheck it", hint: "check"),
        TUIBinding(["x"], .remove, "remove a to-do or a download", hint: "remove"),
        TUIBinding(["r", .control("r")], .refresh, "read the sources again"),
        TUIBinding(
            TUITab.allCases.map { ([.character(Character("\($0.number)"))], .showTab($0)) }
                + [([.tab], .nextTab), ([.backTab], .previousTab)], "the tabs, the next, the one before"),
        TUIBinding(["?"], .help, "this help", hint: "keys"),
        TUIBinding([([.control("l")], .redraw), ([.control("z")], .suspend)], "draw anew, suspend"),
        TUIBinding([(["q"], .quit), ([.control("c")], .interrupt)], "quit", hint: "quit"),
    ]

    private static let intents = Dictionary(
        bindings.flatMap(\.actions).flatMap { action in action.keys.map { ($0, action.intent) } }
    ) { first, _ in first }

    package static func intent(for key: TUIKey) -> TUIIntent? { intents[key] }

    /// What works wherever text is typed too.
    static func intentAnywhere(for key: TUIKey) -> TUIIntent? {
        let intent = intent(for: key)
        return [.redraw, .suspend, .interrupt].contains(intent) ? intent : nil
    }

    /// The keys that edit a line of text.
    static func edit(for key: TUIKey) -> TUITextField.Edit? {
        switch key {
        case .backspace: .eraseBackward
        case .delete, .control("d"): .eraseForward
        case .control("w"): .eraseWord
        case .control("u"): .eraseToStart
        case .left, .control("b"): .moveBackward
        case .right, .control("f"): .moveForward
        case .home, .control("a"): .moveToStart
        case .end, .control("e"): .moveToEnd
        default: nil
        }
    }

    /// What the help screen says of the mouse.
    static let mouse = [
        (label: "wheel", text: "scroll"), (label: "click", text: "select; open what is selected; show a tab"),
    ]
}

extension TUIKey: ExpressibleByExtendedGraphemeClusterLiteral {
    package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
