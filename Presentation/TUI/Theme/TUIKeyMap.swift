import FermataDomain

/// The key bindings of the TUI, of which a theme file may change keys.
package struct TUIKeyMap: Sendable {
    package private(set) var bindings = TUIKeys.bindings
    private var intents: [TUIKey: TUIIntent] = [:]

    package init() { collectIntents() }

    package func intent(for key: TUIKey) -> TUIIntent? { intents[key] }

    /// The name of the first key of an intent; empty if a theme file leaves it none.
    func name(of intent: TUIIntent) -> String {
        bindings.lazy.flatMap(\.actions).first { $0.intent == intent }?.keys.first?.name ?? ""
    }

    /// Replaces the names of actions in braces, as theme files write them, by the names of their first keys.
    func text(_ template: String) -> String {
        TUIIntent.named.reduce(template) { text, action in
            text.contains("{") ? text.replacing("{\(action.name)}", with: name(of: action.intent)) : text
        }
    }

    /// Whether a key has the same intent in every theme, so that the TUI can always be left and seen.
    static func isFixed(_ key: TUIKey) -> Bool {
        if case .function = key { return true }
        return TUIKeys.globalIntent(for: key) != nil
    }

    /// Replaces the keys of an intent. Other intents lose these keys.
    package mutating func set(_ keys: [TUIKey], for intent: TUIIntent) {
        bindings = bindings.map { binding in
            TUIBinding(
                binding.actions.map { action in
                    (action.intent == intent ? keys : action.keys.filter { !keys.contains($0) }, action.intent)
                }, binding.help, hint: binding.hint)
        }
        collectIntents()
    }

    private mutating func collectIntents() {
        intents = Dictionary(
            bindings.flatMap(\.actions).flatMap { action in action.keys.map { ($0, action.intent) } }
        ) { first, _ in first }
    }
}

extension TUIIntent {
    /// The intents whose keys a theme file can change, with their names there.
    package static let named: [(name: String, intent: TUIIntent)] =
        [
            ("up", .move(-1)), ("down", .move(1)), ("page-up", .moveHalfPages(-2)), ("page-down", .moveHalfPages(2)),
            ("half-page-up", .moveHalfPages(-1)), ("half-page-down", .moveHalfPages(1)), ("first", .moveToStart),
            ("last", .moveToEnd), ("open", .open), ("right", .forward), ("back", .back), ("cancel", .cancel),
            ("artist", .showArtist), ("play", .play), ("play-artist", .playArtist), ("play-any", .playRandom),
            ("queue", .enqueue),
            ("queue-next", .enqueueNext), ("select", .selectRows), ("playlist", .choosePlaylist),
            ("delete-playlist", .deletePlaylist), ("move-down", .moveEntry(1)), ("move-up", .moveEntry(-1)),
            ("remove", .remove), ("add", .add), ("check", .check), ("edit", .edit), ("search", .search),
            ("bookmark", .bookmark), ("unrate", .rate(nil)), ("bookmark-playing", .bookmarkPlaying),
            ("unrate-playing", .ratePlaying(nil)), ("details", .showDetails), ("lyrics", .showLyrics),
            ("download", .download), ("sort", .chooseOrder), ("reverse", .reverse),
            ("albums-added", .showAlbums(.added)), ("albums-played", .showAlbums(.plays)),
            ("albums-any", .showAlbums(.random)),
            ("bookmarked-first", .toggleBookmarkedFirst), ("undo", .undo), ("pause", .player(.toggle)),
            ("next", .player(.next)), ("previous", .player(.previous)),
            ("seek-back", .player(.seekBy(.zero - PlayerKeys.seekStep))),
            ("seek-forward", .player(.seekBy(PlayerKeys.seekStep))),
            ("quieter", .player(.changeVolume(-PlayerKeys.volumeStep))),
            ("louder", .player(.changeVolume(PlayerKeys.volumeStep))), ("shuffle", .toggleShuffle),
            ("repeat", .cycleRepetition), ("sleep", .cycleSleep), ("stop-after", .toggleStopAfterSong),
            ("player", .showPlayer), ("show-queue", .showQueue), ("sync", .syncSelected), ("sync-all", .sync),
            ("next-tab", .nextTab), ("previous-tab", .previousTab), ("help", .help), ("quit", .quit),
            ("quit-playing", .quitPlaying),
        ] + Rating.allCases.map { ("rate-\($0.rawValue)", .rate($0)) }
        + Rating.allCases.map { ("rate-playing-\($0.rawValue)", .ratePlaying($0)) }

    init?(name: String) {
        guard let intent = Self.named.first(where: { $0.name == name })?.intent else { return nil }
        self = intent
    }
}

extension TUIKey {
    /// The keys with names of several characters, by their names in lower case.
    private static let named: [String: TUIKey] = {
        let keys: [TUIKey] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .backspace, .delete, .tab,
            .backTab, " ",
        ]
        var named = Dictionary(keys.map { ($0.name.lowercased(), $0) }) { first, _ in first }
        (named["up"], named["down"], named["left"], named["right"]) = (.up, .down, .left, .right)
        for number in 1...12 { named["f\(number)"] = .function(number) }
        return named
    }()

    /// Reads a key as `name` writes it; `Up`, `Down`, `Left` and `Right` stand for the arrows. Nil for other text.
    init?(name: String) {
        let lowercase = name.lowercased()
        if name.count == 1, let character = name.first, !character.isWhitespace {
            self = Self.named[lowercase] ?? .character(character)
        } else if let key = Self.named[lowercase] {
            self = key
        } else if lowercase.hasPrefix("ctrl-"), lowercase.count == 6, let letter = lowercase.last,
            ("a"..."z").contains(letter)
        {
            self = .control(letter)
        } else {
            return nil
        }
    }
}
