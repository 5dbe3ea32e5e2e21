import FermataDomain

/// What is to be seen.
extension BrowserModel {
    package var screen: BrowserScreen {
        let layout = layout
        var screen = BrowserScreen()
        screen.lines = bodyLines.map(\.line)
        if layout.hasTabs { screen.tab = tab }
        if layout.hasTitle { screen.title = form == nil ? title : "A new to-do" }
        if form == nil {
            screen.columns = BrowserColumn.columns(of: page.source)
            screen.hasHeading = layout.hasHeading && !screen.columns.isEmpty
            screen.picture = picture
        }
        if layout.hasStatus { screen.status = status }
        if layout.hasHints { screen.hints = hints }
        return screen
    }

    /// The lines of the body, each with the row that it shows.
    var bodyLines: [(line: BrowserLine, row: Int?)] {
        let height = layout.bodyHeight(withHeading: form == nil && page.list != nil)
        var lines: [(BrowserLine, Int?)]
        if let form {
            lines = form.lines(height: height).map { ($0, nil) }
        } else if let list = page.list {
            lines = self.lines(of: list, height: height)
        } else {
            lines = page.detail?.seen.map { ($0, nil) } ?? []
        }
        lines += Array(repeating: (.blank, nil), count: max(0, height - lines.count))
        let notice = notice.prefix(height / 2)
        return lines.dropLast(notice.count) + notice.map { ($0, nil) }
    }

    /// A message that is longer than its line stands in the last lines of the body.
    private var notice: [BrowserLine] {
        guard let told, prompt == nil, search == nil, !fits(told) else { return [] }
        let lines = text.wrap(told.text, layout.columns)
        return lines.map { .text($0, told.isProblem ? .problem : .heading) }
    }

    /// What there is to say: what was just done, or what is wrong with the library.
    private var told: BrowserMessage? { message ?? libraryProblem.map(BrowserMessage.problem) }

    private func fits(_ message: BrowserMessage) -> Bool {
        let room = layout.columns - (position.isEmpty ? 0 : position.count + 2)
        return layout.rows < 7 || text.wrap(message.text, max(1, room)).count == 1
    }

    private func lines(of list: BrowserList, height: Int) -> [(BrowserLine, Int?)] {
        if list.isLoaded, list.count == 0 { return [(.text(emptyText, .aside), nil)].prefix(height).map { $0 } }
        var lines: [(BrowserLine, Int?)] = []
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
            let cells = row.cells(download: row.downloadID.flatMap { downloads[$0] })
            lines.append((.row(cells, isSelected: index == list.selection), index))
        }
        return lines
    }

    private var picture: BrowserPicture? {
        guard let detail = page.detail, let music = detail.music, detail.hasPicture(in: layout) else { return nil }
        let size = BrowserLayout.pictureSize
        return BrowserPicture(
            music: music.id, column: layout.columns - size.columns, line: 0, columns: size.columns, lines: size.lines)
    }
}

// MARK: - Words

extension BrowserModel {
    private var title: String {
        switch page.source {
        case .music(let query):
            (query.bookmarkedOnly ? "Bookmarked music " : "Music ") + query.orderText + with(query.text)
        case .playlists(let text): "Playlists" + with(text)
        case .playlist(let row): "\(row.name), \(row.countText)"
        case .downloads: "Downloads"
        case .toDos: "To-dos"
        case .artist(let query): "\(query.artist), tracks \(query.orderText)"
        case .musicDetail: page.detail?.music?.title ?? ""
        case .toDoDetail: page.detail?.toDo?.title.text ?? ""
        case .help: "Keys"
        }
    }

    private func with(_ text: String) -> String { text.isEmpty ? "" : ", with “\(text)”" }

    private var emptyText: String {
        switch page.source {
        case .music(let query) where !query.text.isEmpty: "No music holds “\(query.text)”."
        case .music(let query) where query.bookmarkedOnly: "Nothing is bookmarked yet. b bookmarks what is selected."
        case .music: "There is no music yet. Add a source: fermata source add http URL"
        case .playlists(let text) where !text.isEmpty: "No playlist’s name holds “\(text)”."
        case .playlists: "There is no playlist."
        case .playlist: "The library holds none of its music."
        case .downloads: "Nothing is downloaded yet. d downloads what is selected."
        case .toDos: "There is nothing to hear next. a adds something."
        case .artist, .musicDetail, .toDoDetail, .help: ""
        }
    }

    private var status: BrowserStatus {
        if let prompt { return .question(prompt.question + " y/n") }
        if let search { return .search(search) }
        if let told {
            return .text(fits(told) ? told.text : "", isProblem: told.isProblem, position: position)
        }
        if let refreshText { return .text(refreshText, isProblem: false, position: position) }
        if page.list?.isLoaded == false { return .text("Loading…", isProblem: false, position: position) }
        return .text(freshness?.text ?? "", isProblem: freshness?.isProblem ?? false, position: position)
    }

    /// `1,234 of 1,000,000`
    private var position: String {
        guard form == nil, let list = page.list, list.count > 0 else { return "" }
        return CountText.grouped(list.selection + 1) + " of " + (list.total.map(CountText.grouped) ?? "…")
    }

    private var hints: String {
        if form != nil { return "Tab next field  Ctrl-S save  Esc cancel" }
        if prompt != nil { return "y yes  n no" }
        if search != nil { return "Enter keep  Esc end" }
        // Those that lead to all others come first: what there is no room for is left out at the end.
        let (first, rest) = (
            BrowserKeys.bindings.filter(\.isAlwaysOffered), BrowserKeys.bindings.filter { !$0.isAlwaysOffered }
        )
        return (first + rest).compactMap { binding in
            guard let hint = binding.hint, let action = binding.actions.first, let key = action.keys.first,
                offers(action.intent)
            else { return nil }
            return "\(key.name) \(hint)"
        }.joined(separator: "  ")
    }

    /// Whether an intent means something on this kind of screen.
    private func offers(_ intent: BrowserIntent) -> Bool {
        switch intent {
        case .bookmark, .download: page.source.holdsMusic
        case .showDetails: page.source.holdsMusic && page.list != nil
        case .open: page.list != nil
        case .cancel: !isAtRoot || page.source.searchText?.isEmpty == false
        case .search: page.source.searchText != nil
        case .cycleOrder: page.source.inNextOrder != nil
        case .check: page.source.holdsToDos
        case .add: page.source == .toDos
        case .remove: page.source.holdsToDos || page.source == .downloads
        case .help: page.source != .help
        default: true
        }
    }
}

extension BrowserSource {
    fileprivate var holdsMusic: Bool {
        switch self {
        case .music, .playlist, .artist, .musicDetail, .downloads: true
        case .playlists, .toDos, .toDoDetail, .help: false
        }
    }

    fileprivate var holdsToDos: Bool {
        switch self {
        case .toDos, .toDoDetail: true
        default: false
        }
    }
}

extension MusicQuery {
    /// `by title, reversed, bookmarked first`
    fileprivate var orderText: String {
        let order =
            switch order {
            case .title: "by title"
            case .artist: "by artist"
            case .album: "by album"
            case .popular: "by popularity"
            case .newest: "by release"
            case .added: "by addition"
            }
        return order + (isReversed ? ", reversed" : "") + (bookmarkedFirst ? ", bookmarked first" : "")
    }
}

extension ArtistPageQuery {
    fileprivate var orderText: String {
        let order =
            switch order {
            case .alphabetical: "by title"
            case .alphabeticalDescending: "by title, reversed"
            case .popular: "by popularity"
            case .newest: "by release"
            }
        return order + (bookmarkedFirst ? ", bookmarked first" : "")
    }
}

extension BrowserRow {
    /// Whose download the row tells of.
    fileprivate var downloadID: MusicID? { music?.id }
}
