import FermataDomain

/// The line of key hints.
extension TUIModel {
    var hints: String {
        if let prompt { return prompt.hints }
        if form != nil { return "Tab next field  Ctrl-S save  Esc cancel" }
        if search != nil {
            return "Enter done  Esc cancel" + (suggestions.rows.isEmpty ? "" : "  Tab complete  Shift-Tab next")
        }
        // Keys for help and quitting come first, because a narrow terminal cuts the end of the line.
        let bindings =
            TUIKeys.bindings.filter(\.isAlwaysHinted) + TUIKeys.bindings.filter { !$0.isAlwaysHinted }
        return bindings.compactMap { binding in
            guard let action = binding.actions.first, let key = action.keys.first, isAvailable(action.intent),
                let hint = hint(of: binding, action.intent)
            else { return nil }
            return "\(key.name) \(hint)"
        }.joined(separator: "  ")
    }

    private func hint(of binding: TUIBinding, _ intent: TUIIntent) -> String? {
        switch intent {
        case .check where page.toDo?.isDone == true: "uncheck"
        case .bookmark where isBookmarked: "unbookmark"
        case .download where downloadActions?.contains(.download) == false: "remove download"
        case .sync where !page.source.showsSources: nil
        case .open where page.source == .queue: "play"
        default: binding.hint
        }
    }

    /// Whether an intent has an effect on the selected row or the page.
    private func isAvailable(_ intent: TUIIntent) -> Bool {
        switch intent {
        case .open: target(\.canBeOpened, else: page.list != nil)
        case .showDetails: target({ $0.music != nil }, else: page.list != nil && page.source.listsMusic)
        case .showLyrics: page.lyrics == nil && showsSong
        case .bookmark: showsSong || selectsSong
        case .download: downloadActions?.isEmpty != true && (showsSong || selectsSong)
        case .check: page.detail?.toDo != nil || target(\.isToDo, else: page.source == .toDos)
        case .edit: page.hasEditableDetail || target(\.canBeEdited, else: page.source.listsEditableRows)
        case .remove: page.hasEditableDetail || target(\.canBeRemoved, else: page.source.listsRemovableRows)
        case .syncSelected: page.detail?.source != nil || target(\.isSource, else: page.source == .sources)
        case .play, .enqueue:
            page.source != .queue && page.source != .player && hasAudio && (showsSong || selectsSong)
        case .player: player?.hasQueue == true
        case .cancel: !isAtRoot || page.source.searchText?.isEmpty == false
        case .search: page.source.searchText != nil
        case .cycleOrder: page.source.inNextOrder != nil
        case .add: page.source == .toDos || page.source == .sources
        case .help: page.source != .help
        default: true
        }
    }

    private var isBookmarked: Bool { page.music.map { pendingBookmarks[$0.id] ?? $0.isBookmarked } ?? false }

    /// The actions for the download of the song; nil without a song.
    private var downloadActions: [MusicAction]? {
        page.music.map { MusicAction.actions(for: downloadState(of: $0), of: $0.music) }
    }

    /// Whether the song can be played; true while rows are loading.
    private var hasAudio: Bool { page.music.map { $0.music.audioURL != nil || $0.isDownloaded } ?? true }

    /// Whether the page is about one song: its details, its lyrics, or the player.
    private var showsSong: Bool { page.list == nil && page.music != nil }

    private var selectsSong: Bool { target({ $0.music != nil }, else: page.source.listsMusic) }

    /// Tests the selected row; while rows are loading, returns the usual result of the page.
    private func target(_ test: (TUIRow) -> Bool, else usual: Bool) -> Bool {
        guard let list = page.list else { return false }
        if let row = list.selected { return test(row) }
        return usual && !(list.isLoaded && list.count == 0)
    }
}

extension TUIRow {
    /// Whether Enter opens another screen.
    fileprivate var canBeOpened: Bool {
        switch self {
        case .music, .playlist, .download, .source, .queued: true
        case .toDo(let row): row.canBeOpened
        case .artist(.message): false
        case .artist(.track), .artist(.playlist), .artist(.relatedArtist): true
        }
    }

    fileprivate var isToDo: Bool { if case .toDo = self { true } else { false } }

    fileprivate var isSource: Bool { if case .source = self { true } else { false } }
    fileprivate var canBeEdited: Bool { isToDo || isSource }

    fileprivate var canBeRemoved: Bool {
        switch self {
        case .toDo, .download, .source, .queued: true
        case .music, .playlist, .artist: false
        }
    }
}

extension TUISource {
    fileprivate var listsMusic: Bool {
        switch self {
        case .music, .playlist, .artist, .downloads, .queue: true
        case .playlists, .toDos, .musicDetail, .lyrics, .toDoDetail, .sources, .sourceDetail, .player, .help: false
        }
    }

    fileprivate var listsEditableRows: Bool { self == .toDos || self == .sources }

    fileprivate var listsRemovableRows: Bool {
        switch self {
        case .toDos, .downloads, .sources, .queue: true
        case .music, .playlists, .playlist, .artist, .musicDetail, .lyrics, .toDoDetail, .sourceDetail, .player, .help:
            false
        }
    }
}

extension TUIPage {
    fileprivate var hasEditableDetail: Bool { detail?.toDo != nil || detail?.source != nil }
}
