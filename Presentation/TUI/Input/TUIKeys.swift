package import FermataDomain

/// The key bindings: the one table for input, hints and the help screen.
package enum TUIKeys {
    package static let bindings: [TUIBinding] = [
        TUIBinding([([.up, "k"], .move(-1)), ([.down, "j"], .move(1))], "move a row up, down"),
        TUIBinding(
            [
                ([.pageUp, .control("b")], .moveHalfPages(-2)),
                ([.pageDown, .control("f"), " "], .moveHalfPages(2)),
            ], "move a page up, down"),
        TUIBinding(
            [([.control("u")], .moveHalfPages(-1)), ([.control("d")], .moveHalfPages(1))],
            "move half a page up, down"),
        TUIBinding([([.home, "g"], .moveToStart), ([.end, "G"], .moveToEnd)], "go to the first row, to the last"),
        TUIBinding([.enter], .open, "play from the song on; open another row", hint: "open"),
        TUIBinding([.right, "l"], .forward, "open; in columns, go to the right"),
        TUIBinding([.backspace, .left, "h"], .back, "go back; in columns, to the left"),
        TUIBinding(["p"], .play, "play the song, album, playlist or artist", hint: "play"),
        TUIBinding([(["A"], .enqueue), (["I"], .enqueueNext)], "add to the queue, play next", hint: "queue"),
        TUIBinding([.escape], .cancel, "end the search or selection, or go back", hint: "back"),
        TUIBinding(
            [(["J"], .moveEntry(1)), (["K"], .moveEntry(-1))], "move songs of a queue or playlist", hint: "move"),
        TUIBinding(["x"], .remove, "remove songs from a list; remove other rows", hint: "remove"),
        TUIBinding(["a"], .add, "add a to-do; add a playlist or a source there", hint: "add"),
        TUIBinding(["c"], .check, "check or uncheck a to-do", hint: "check"),
        TUIBinding(["e"], .edit, "change a to-do or source, rename a playlist", hint: "edit"),
        TUIBinding(["R"], .syncSelected, "sync the selected source", hint: "sync"),
        TUIBinding(["/"], .search, "search as you type", hint: "search"),
        TUIBinding(["o"], .showArtist, "open the page of the artist", hint: "artist"),
        TUIBinding(["b"], .bookmark, "bookmark, or remove the bookmark", hint: "bookmark"),
        TUIBinding(
            [(["0"], .rate(nil))]
                + Rating.allCases.map { ([.character(Character("\($0.rawValue)"))], .rate($0)) },
            "rate from 1 to 5, or remove the rating"),
        TUIBinding(["B"], .bookmarkPlaying, "bookmark the song that plays, or remove it"),
        TUIBinding(
            [([")"], .ratePlaying(nil))]
                + zip("!@#$%", Rating.allCases).map { ([.character($0)], .ratePlaying($1)) },
            "rate it from 1 to 5, or remove the rating"),
        TUIBinding(["V"], .selectRows, "select several rows for these keys", hint: "select"),
        TUIBinding(["y"], .choosePlaylist, "add to a playlist", hint: "playlist"),
        TUIBinding(["X"], .deletePlaylist, "delete the playlist"),
        TUIBinding(["i"], .showDetails, "show all details", hint: "details"),
        TUIBinding(["L"], .showLyrics, "read the lyrics of a song", hint: "lyrics"),
        TUIBinding(["d"], .download, "download, or remove the download", hint: "download"),
        TUIBinding([(["s"], .chooseOrder), (["S"], .reverse)], "choose the order, reverse it", hint: "sort"),
        TUIBinding(
            [(["D"], .showAlbums(.added)), (["C"], .showAlbums(.plays)), (["O"], .showAlbums(.random))],
            "show albums: added last, most played, random"),
        TUIBinding(["f"], .toggleBookmarkedFirst, "show bookmarked music first, or not"),
        TUIBinding(["u"], .undo, "undo the last change"),
        TUIBinding(
            [(["M"], .playArtist), (["m"], .playRandom)], "play all by the artist, shuffle the library"),
        TUIBinding(["P"], .player(.toggle), "pause, or resume", hint: "pause"),
        TUIBinding([(["n"], .player(.next)), (["N"], .player(.previous))], "play the next song, the previous one"),
        TUIBinding(
            [(["<"], .player(.seekBy(.zero - PlayerKeys.seekStep))), ([">"], .player(.seekBy(PlayerKeys.seekStep)))],
            "seek ten seconds back, forward"),
        TUIBinding(
            [
                (["-"], .player(.changeVolume(-PlayerKeys.volumeStep))),
                (["+", "="], .player(.changeVolume(PlayerKeys.volumeStep))),
            ],
            "change the volume"),
        TUIBinding([(["z"], .toggleShuffle), (["Z"], .cycleRepetition)], "shuffle the queue, repeat it"),
        TUIBinding(
            [(["t"], .cycleSleep), (["T"], .toggleStopAfterSong)], "stop in 15, 30, 60 minutes, after this song"),
        TUIBinding([(["w"], .showPlayer), (["W"], .showQueue)], "show the player, the queue"),
        TUIBinding(["r", .control("r")], .sync, "sync all sources", hint: "sync all"),
        TUIBinding(
            MainScreen.allCases.map { ([$0.key], .showTab($0)) }
                + [([.tab], .nextTab), ([.backTab], .previousTab)], "show a tab, the next, the previous"),
        TUIBinding(["?"], .help, "show this help", hint: "keys"),
        TUIBinding([([.control("l")], .redraw), ([.control("z")], .suspend)], "redraw, suspend"),
        TUIBinding(["Q"], .quitPlaying, "quit, and let the music play on"),
        TUIBinding([(["q"], .quit), ([.control("c")], .interrupt)], "quit", hint: "quit"),
    ]

    /// Returns the intent of a key that works even while text is typed, and that no theme changes.
    static func globalIntent(for key: TUIKey) -> TUIIntent? {
        switch key {
        case .control("l"): .redraw
        case .control("z"): .suspend
        case .control("c"): .interrupt
        default: nil
        }
    }

    /// Returns the edit of a key in a text field.
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

    /// The keys that complete text in the search field, on the help screen.
    static let search = [(label: "Tab, Shift-Tab", text: "in a search: take a suggestion, show the next")]

    /// The file that changes keys, on the help screen.
    static let theme = [(label: "theme.conf", text: "in the settings folder: other colours and keys")]

    /// The marks of rows, on the help screen.
    static let marks = [
        (label: "▶ ✭ ⤓ E ★", text: "plays, bookmarked, downloaded, explicit, rating")
    ]

    /// The mouse actions on the help screen.
    static let mouse = [
        (label: "wheel", text: "scroll"), (label: "click", text: "select; play or open the selection; show a tab"),
    ]
}

extension TUIKey: ExpressibleByExtendedGraphemeClusterLiteral {
    package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

/// Related keys and their intents.
package struct TUIBinding: Sendable {
    package let actions: [(keys: [TUIKey], intent: TUIIntent)]
    /// The description on the help screen.
    package let help: String
    /// The word in the line of hints; nil hides the keys there.
    package let hint: String?

    init(_ actions: [(keys: [TUIKey], intent: TUIIntent)], _ help: String, hint: String? = nil) {
        self.actions = actions
        self.help = help
        self.hint = hint
    }

    init(_ keys: [TUIKey], _ intent: TUIIntent, _ help: String, hint: String? = nil) {
        self.init([(keys, intent)], help, hint: hint)
    }

    /// Whether the binding is the first in every line of hints.
    var isAlwaysHinted: Bool { actions.contains { [.help, .quit].contains($0.intent) } }

    /// The names of the keys on the help screen: `↑ k, ↓ j`, `F1–F7, Tab`.
    package var keysText: String {
        let names = actions.map { $0.keys.map(\.name).joined(separator: " ") }.filter { !$0.isEmpty }
        let functions = names.prefix { $0.wholeMatch(of: /F\d+/) != nil }
        guard functions.count > 2, let first = functions.first, let last = functions.last else {
            return names.joined(separator: ", ")
        }
        return (["\(first)–\(last)"] + names.dropFirst(functions.count)).joined(separator: ", ")
    }
}

/// A command of the user, independent of its key.
package enum TUIIntent: Hashable, Sendable {
    /// Rows to move; negative values move up.
    case move(Int)
    /// Half pages to move; negative values move up.
    case moveHalfPages(Int)
    case moveToStart, moveToEnd
    /// Plays the selected song and those after it, or opens a row of another kind.
    case open
    case back, cancel, showDetails, showLyrics
    /// Opens the page of the artist of the selection.
    case showArtist
    /// Opens the selection; in columns, moves to the column on the right.
    case forward
    case search, chooseOrder, reverse, toggleBookmarkedFirst
    /// Shows all albums in an order.
    case showAlbums(AlbumOrderKey)
    /// Plays the selected song and those after it, or the selected songs, album or playlist.
    case play
    /// Plays all songs by the artist of the selection; any songs of the library.
    case playArtist, playRandom
    /// Adds the selected songs, album or playlist at the end of the queue, or after the current song.
    case enqueue, enqueueNext
    /// Starts or ends the selection of several rows.
    case selectRows
    /// Rows to move the selected songs of the queue or a playlist; negative values move them up.
    case moveEntry(Int)
    /// Adds the selected songs to a playlist; deletes the playlist.
    case choosePlaylist, deletePlaylist
    case player(PlayerCommand), toggleShuffle, cycleRepetition, cycleSleep, toggleStopAfterSong
    case showPlayer, showQueue
    /// Rates the song; nil removes its rating.
    case rate(Rating?)
    /// The same for the song that plays, or at which the queue has stopped.
    case bookmarkPlaying, ratePlaying(Rating?)
    case bookmark, download, add, edit, check, remove, undo, sync, syncSelected
    case showTab(MainScreen), nextTab, previousTab
    case help, redraw, suspend, quit
    /// Quits while the music plays on in the background.
    case quitPlaying
    /// Ends the program with SIGINT.
    case interrupt
}

/// A key of the keyboard.
package enum TUIKey: Hashable, Sendable {
    case character(Character)
    /// A letter with Ctrl.
    case control(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, backspace, delete, tab, backTab
    /// A function key, from 1.
    case function(Int)

    /// The name of the key in help and hints.
    package var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let letter): "Ctrl-" + letter.uppercased()
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .enter: "Enter"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .function(let number): "F\(number)"
        }
    }
}

/// A main screen as a tab.
extension MainScreen {
    /// The key of the tab.
    package var key: TUIKey { .function(rawValue + 1) }

    /// Returns the tab `step` tabs later, wrapping around.
    func moved(by step: Int) -> MainScreen {
        let count = Self.allCases.count
        return Self.allCases[((rawValue + step) % count + count) % count]
    }
}

extension TUIIntent {
    /// Whether it changes, plays or queues the selected rows.
    var isAboutRows: Bool {
        switch self {
        case .play, .playArtist, .enqueue, .enqueueNext, .moveEntry, .remove, .edit, .add, .deletePlaylist, .download,
            .bookmark, .rate, .selectRows, .choosePlaylist:
            true
        default: false
        }
    }
}
