import FermataDomain

/// Describes the screen.
extension TUIModel {
    package var screen: TUIScreen {
        let layout = layout
        var screen = TUIScreen()
        screen.lines = bodyLines.map(\.line)
        if layout.hasTabs {
            screen.tab = tab
            screen.tabs = PlacedTab.placed(selected: tab, in: layout.columns)
        }
        if layout.hasTitle { screen.title = title }
        screen.body = main
        if form == nil {
            screen.columns = page.columns(in: main.count, isCompact: showsColumns)
            screen.hasHeading = layout.hasHeading && !screen.columns.isEmpty
            screen.panes = panes
            screen.artwork = artworkFrame
        }
        if layout.hasSuggestions { screen.suggestions = suggestions.rows.map(\.label) }
        if layout.hasPlayer { screen.player = player?.line(columns: layout.columns, width: text.width) }
        if layout.hasStatus { screen.status = status }
        if layout.hasHints { screen.hints = hints }
        return screen
    }

    /// The lines of the body, each with the index of its row.
    var bodyLines: [(line: TUILine, row: Int?)] {
        let height = layout.bodyHeight(withHeading: form == nil && page.detail == nil)
        var lines: [(TUILine, Int?)]
        if let form {
            lines = form.lines(height: height).map { ($0, nil) }
        } else if let list = page.list {
            lines = self.lines(of: list, on: page, columns: main.count, height: height)
        } else if let lyrics = page.lyrics {
            lines = lyrics.visibleLines
        } else {
            lines = page.detail?.visibleLines.map { ($0, nil) } ?? []
        }
        lines += Array(repeating: (.blank, nil), count: max(0, height - lines.count))
        let notice = notice.prefix(height / 2)
        return lines.dropLast(notice.count) + notice.map { ($0, nil) }
    }

    /// The message as the last lines of the body, if the status line is too short for it or shows a search.
    private var notice: [TUILine] {
        guard let visibleMessage, prompt == nil, search != nil || !fits(visibleMessage) else { return [] }
        let lines = text.wrap(visibleMessage.text, main.count)
        return lines.map { .text($0, visibleMessage.isProblem ? .problem : .heading) }
    }

    /// The latest message or, without one, the problem of the page or the library.
    var visibleMessage: TUIMessage? { message ?? (page.failure ?? libraryProblem).map(TUIMessage.problem) }

    /// Whether the status line has room for a message.
    func fits(_ message: TUIMessage) -> Bool {
        let width = layout.columns - (position.isEmpty ? 0 : position.count + 2)
        return layout.rows < 7 || text.wrap(message.text, max(1, width)).count == 1
    }

    private func lines(of list: TUIList, on page: TUIPage, columns: Int, height: Int) -> [(TUILine, Int?)] {
        if list.isLoaded, list.count == 0 {
            return [(.text(keys.text(page.source.emptyText.tui), .aside), nil)].prefix(height).map { $0 }
        }
        var lines: [(TUILine, Int?)] = []
        let columns = page.columns(in: columns, isCompact: showsColumns)
        var section: String?
        for index in list.top..<max(list.top, list.count) {
            guard lines.count < height else { break }
            guard let row = list.row(at: index) else {
                lines.append((.blank, index))
                continue
            }
            if let title = row.sectionTitle, title != section, height > 3 {
                lines.append((.section(title), nil))
                section = title
                guard lines.count < height else { break }
            }
            let download = row.downloadID.flatMap { downloads[$0]?.row }
            let cells = row.cells(in: columns, download: download, sync: syncProgress, playing: playback?.music)
            lines.append((.row(cells, isSelected: list.selectedRows.contains(index)), index))
        }
        return lines
    }

    private var artworkFrame: TUIArtworkFrame? {
        let size = TUIScreenLayout.artworkSize
        if let side = layout.side {
            guard let music = player?.id, showsSideArtwork else { return nil }
            return TUIArtworkFrame(
                music: music, column: side.lowerBound, line: 0, columns: size.columns, lines: size.lines)
        }
        guard let detail = page.detail, let music = detail.artworkMusic, detail.showsArtwork(in: layout) else {
            return nil
        }
        return TUIArtworkFrame(
            music: music, column: layout.columns - size.columns, line: 0, columns: size.columns, lines: size.lines)
    }

    // MARK: - Beside the main list

    /// The columns of the main list or text.
    var main: Range<Int> {
        guard form == nil else { return 0..<layout.columns }
        return showsColumns ? layout.browserColumns[browser.focus.rawValue] : 0..<layout.bodyColumns
    }

    /// The other columns of the browser, and what plays.
    private var panes: [TUIPane] {
        let height = layout.bodyHeight(withHeading: true)
        var panes: [TUIPane] = []
        for column in showsColumns ? TUIBrowser.Column.allCases : [] where column != browser.focus {
            let place = layout.browserColumns[column.rawValue]
            guard let page = page(of: column), let list = page.list else {
                panes.append(TUIPane(body: place))
                continue
            }
            let lines = lines(of: list, on: page, columns: place.count, height: height).map(\.0)
            panes.append(
                TUIPane(body: place, columns: page.columns(in: place.count, isCompact: true), lines: lines))
        }
        if let side = layout.side {
            panes.append(TUIPane(body: side, lines: sideLines(columns: side.count, height: height)))
        }
        return panes
    }

    /// Whether the pane of what plays has room for artwork.
    private var showsSideArtwork: Bool {
        layout.bodyHeight(withHeading: true) >= TUIScreenLayout.artworkSize.lines + TUIScreenLayout.sideTextLines
    }

    /// The artwork's room, the song, the line that is sung, and the songs that follow.
    private func sideLines(columns: Int, height: Int) -> [TUILine] {
        let room = showsSideArtwork && player?.id != nil ? TUIScreenLayout.artworkSize.lines + 1 : 0
        var lines = Array(repeating: TUILine.blank, count: room) + playerScreen.sideLines(columns: columns, text)
        let following = upcoming.list.map { list in (0..<list.count).lazy.compactMap { list.row(at: $0)?.music } }
        let titles = following?.prefix(max(0, height - lines.count - 2)).map { $0.music.titleAndArtist } ?? []
        if !titles.isEmpty { lines += [.blank, .section("Next")] + titles.map { .text($0) } }
        return Array(lines.prefix(height))
    }
}

extension TUIRow {
    /// The music whose download the row shows.
    fileprivate var downloadID: MusicID? { music?.id }
}

/// The texts around the body.
extension TUIModel {
    var title: String {
        if let form { return form.input.title }
        let title = page.detail?.title ?? page.lyrics?.title ?? page.source.title
        guard isAtRoot, let next = page.source.ofNextKind?.kindText else { return title }
        return "\(title); \(tab.key.name): \(next)"
    }

    var status: TUIStatus {
        if let prompt { return .question(prompt.question, ending: prompt.ending + " " + replies(to: prompt).status) }
        if let search { return .search(label: "Search: ", search) }
        if let visibleMessage {
            let text = fits(visibleMessage) ? visibleMessage.text : ""
            return .text(text, isProblem: visibleMessage.isProblem, position: position)
        }
        if let syncText { return .text(syncText, isProblem: false, position: position) }
        if page.list?.isLoaded == false || page.lyrics?.isLoaded == false {
            return .text("Loading…", isProblem: false, position: position)
        }
        return .text(freshness?.text ?? "", isProblem: freshness?.isProblem ?? false, position: position)
    }

    /// The selected row and the number of rows: `1,234 of 1,000,000`, or `1,234 of many` until they are counted.
    var position: String {
        if form != nil { return "" }
        if let detail = page.detail { return detail.position }
        if let lyrics = page.lyrics { return lyrics.position }
        guard let list = page.list, list.count > 0 else { return "" }
        let selected = list.selectedRange.map { CountText.grouped($0.count) + " selected, " } ?? ""
        return selected + CountText.grouped(list.selection + 1) + " of " + CountText.grouped(list.total)
    }
}

/// The line of key hints.
extension TUIModel {
    var hints: String {
        if let prompt { return replies(to: prompt).hints }
        if form != nil { return "Tab next field  Ctrl-S save  Esc cancel" }
        if search != nil {
            return "Enter done  Esc cancel" + (suggestions.rows.isEmpty ? "" : "  Tab complete  Shift-Tab next")
        }
        let bindings =
            keys.bindings.filter(\.isAlwaysHinted) + keys.bindings.filter { !$0.isAlwaysHinted }
        let hints = bindings.compactMap { binding -> String? in
            guard let action = binding.actions.first, let key = action.keys.first, isAvailable(action.intent),
                let hint = hint(of: binding, action.intent)
            else { return nil }
            return "\(key.name) \(hint)"
        }
        return Self.joined(hints, in: layout.columns).line
    }

    /// The keys that reply to a prompt, after its question, and their actions. If the line of hints is too short for all
    /// actions, the first ones follow the question.
    private func replies(to prompt: TUIPrompt) -> (status: String, hints: String) {
        let all = Self.joined(prompt.hints, in: layout.columns)
        let questionWidth = prompt.question.count + prompt.ending.count + 1
        let first = Self.joined(prompt.hints, in: layout.columns - questionWidth)
        let others = Self.joined(all.rest.isEmpty ? [] : first.rest, in: layout.columns)
        if all.rest.isEmpty || !others.rest.isEmpty || !layout.hasHints { return (prompt.keysText, all.line) }
        return (first.line, others.line)
    }

    /// Joins the first hints that fit a line completely, and returns the others as well.
    private static func joined(_ hints: some Sequence<String>, in columns: Int) -> (line: String, rest: [String]) {
        var (line, rest) = ("", Array(hints))
        while let hint = rest.first {
            let longer = line.isEmpty ? hint : line + "  " + hint
            guard longer.count <= columns else { break }
            line = longer
            rest.removeFirst()
        }
        return (line, rest)
    }

    private func hint(of binding: TUIBinding, _ intent: TUIIntent) -> String? {
        switch intent {
        case .check where page.toDo?.isDone == true: "uncheck"
        case .bookmark where isBookmarked: "unbookmark"
        case .download where downloadActions?.contains(.download) == false: "remove download"
        case .sync where !page.source.showsSources: nil
        case .player(.toggle) where player.map { ![.playing, .buffering].contains($0.state) } == true: "resume"
        case .open where selectsSong: "play"
        case .open where page.source.isPlaylistChoice: page.list?.selected == .newPlaylist ? "create" : "add"
        default: binding.hint
        }
    }

    /// Whether an intent has an effect on the selected row or the page.
    private func isAvailable(_ intent: TUIIntent) -> Bool {
        if page.source.isPlaylistChoice, intent.isAboutRows { return false }
        return switch intent {
        case .open where selectsSong: hasAudio
        case .open: target(\.canBeOpened, else: page.list != nil)
        case .selectRows: (selectsSong || selectsAlbum) && page.list?.count ?? 0 > 1
        case .choosePlaylist: showsSong || selectsSong || selectsAlbum
        case .playArtist: page.artist != nil
        case .showArtist:
            (showsSong || selectsSong || selectsAlbum)
                && (page.otherArtist != nil || page.list?.selected == nil && page.artist == nil)
        case .showDetails: target({ $0.music != nil }, else: page.list != nil && page.source.listsMusic)
        case .showLyrics: page.lyrics == nil && showsSong
        case .bookmark: showsSong || target({ $0.music != nil || $0.annotated != nil }, else: page.source.listsMusic)
        case .download: downloadActions?.isEmpty != true && (showsSong || selectsSong)
        case .check: page.detail?.toDo != nil || target(\.isToDo, else: page.source == .toDos)
        case .edit:
            page.hasEditableDetail || page.source.isOwnPlaylist
                || target(\.canBeEdited, else: page.source.listsEditableRows)
        case .remove:
            page.hasEditableDetail || page.source.hasOwnSongs && selectsSong
                || target(\.canBeRemoved, else: page.source.listsRemovableRows)
        case .syncSelected: page.detail?.source != nil || target(\.isSource, else: page.source == .sources)
        case .play: page.source != .player && hasAudio && (showsSong || selectsAlbum)
        case .enqueue:
            page.source != .queue && page.source != .player && hasAudio && (showsSong || selectsSong || selectsAlbum)
        case .moveEntry: (page.source == .queue || page.source.hasOwnSongs) && page.list?.count ?? 0 > 1
        case .player: player?.hasQueue == true
        case .cancel: !isAtRoot || page.source.searchText?.isEmpty == false
        case .search: page.source.searchText != nil
        case .chooseOrder: page.source.inNextOrder(seed: seed) != nil
        case .add: page.source == .toDos || page.source == .sources || page.source.listsPlaylists
        case .help: page.source != .help
        default: true
        }
    }

    private var isBookmarked: Bool {
        if let (subject, annotations) = page.list?.selected?.annotated {
            return pendingSubjectBookmarks[subject.id] ?? annotations.isBookmarked
        }
        return page.music.map { pendingBookmarks[$0.id] ?? $0.isBookmarked } ?? false
    }

    /// The actions for the download of the song; nil without a song.
    private var downloadActions: [MusicAction]? {
        page.music.map { MusicAction.actions(for: downloadState(of: $0), of: $0.music) }
    }

    /// Whether the song can be played; true while rows are loading.
    private var hasAudio: Bool { page.music.map { $0.music.audioURL != nil || $0.isDownloaded } ?? true }

    /// Whether the page is about one song: its details, its lyrics, or the player.
    private var showsSong: Bool { page.list == nil && page.music != nil }

    private var selectsSong: Bool { target({ $0.music != nil }, else: page.source.listsMusic) }

    private var selectsAlbum: Bool { target(\.isCollection, else: page.source.listsAlbums) }

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
        case .music, .album, .albumTrack, .playlist, .newPlaylist, .download, .source, .queued, .allArtists,
            .listedArtist:
            true
        case .toDo(let row): row.canBeOpened
        case .artist(.message): false
        case .artist(.album), .artist(.track), .artist(.playlist), .artist(.relatedArtist): true
        }
    }

    fileprivate var isToDo: Bool { if case .toDo = self { true } else { false } }

    fileprivate var isSource: Bool { if case .source = self { true } else { false } }
    fileprivate var canBeEdited: Bool { isToDo || isSource || isOwnPlaylist }
    private var isOwnPlaylist: Bool { if case .playlist(let row) = self { row.isOwn } else { false } }

    fileprivate var canBeRemoved: Bool {
        switch self {
        case .toDo, .download, .source, .queued: true
        case .playlist: isOwnPlaylist
        case .music, .album, .albumTrack, .newPlaylist, .artist, .allArtists, .listedArtist: false
        }
    }
}

extension TUISource {
    var listsMusic: Bool {
        switch self {
        case .music, .album, .playlist, .artist, .downloads, .queue: true
        default: false
        }
    }

    fileprivate var listsAlbums: Bool { if case .albums = self { true } else { false } }

    fileprivate var isOwnPlaylist: Bool { if case .playlist(let row) = self { row.isOwn } else { false } }

    fileprivate var hasOwnSongs: Bool { if case .playlist(let row) = self { row.hasOwnSongs } else { false } }

    fileprivate var listsEditableRows: Bool { self == .toDos || self == .sources }

    fileprivate var listsRemovableRows: Bool {
        switch self {
        case .toDos, .downloads, .sources, .queue: true
        default: false
        }
    }
}

extension TUIPage {
    fileprivate var hasEditableDetail: Bool { detail?.toDo != nil || detail?.source != nil }
}
