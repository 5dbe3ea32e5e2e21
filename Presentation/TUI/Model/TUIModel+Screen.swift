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
        if form == nil {
            screen.columns = page.source.columns(in: layout.columns)
            screen.hasHeading = layout.hasHeading && !screen.columns.isEmpty
            screen.artwork = artworkFrame
        }
        if layout.hasSuggestions { screen.suggestions = suggestions.rows.map(\.label) }
        if layout.hasPlayer { screen.player = player?.line }
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
            lines = self.lines(of: list, height: height)
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
        let lines = text.wrap(visibleMessage.text, layout.columns)
        return lines.map { .text($0, visibleMessage.isProblem ? .problem : .heading) }
    }

    /// The latest message or, without one, the problem of the page or the library.
    var visibleMessage: TUIMessage? { message ?? (page.failure ?? libraryProblem).map(TUIMessage.problem) }

    /// Whether the status line has room for a message.
    func fits(_ message: TUIMessage) -> Bool {
        let width = layout.columns - (position.isEmpty ? 0 : position.count + 2)
        return layout.rows < 7 || text.wrap(message.text, max(1, width)).count == 1
    }

    private func lines(of list: TUIList, height: Int) -> [(TUILine, Int?)] {
        if list.isLoaded, list.count == 0 {
            return [(.text(page.source.emptyText.tui, .aside), nil)].prefix(height).map { $0 }
        }
        var lines: [(TUILine, Int?)] = []
        let columns = page.source.columns(in: layout.columns)
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
            let cells = row.cells(in: columns, download: download, sync: syncProgress)
            lines.append((.row(cells, isSelected: index == list.selection), index))
        }
        return lines
    }

    private var artworkFrame: TUIArtworkFrame? {
        guard let detail = page.detail, let music = detail.artworkMusic, detail.showsArtwork(in: layout) else {
            return nil
        }
        let size = TUIScreenLayout.artworkSize
        return TUIArtworkFrame(
            music: music, column: layout.columns - size.columns, line: 0, columns: size.columns, lines: size.lines)
    }
}

extension TUIRow {
    /// The music whose download the row shows.
    fileprivate var downloadID: MusicID? { music?.id }
}
