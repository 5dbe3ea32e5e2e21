import FermataDomain

/// A page of text: the details of a song or a source, a to-do with its map, or the keys.
struct TUIDetail: Sendable {
    private static let labelWidth = 12
    private static let keysWidth = 33
    var music: MusicCellModel?
    /// The state of the song's download.
    var download = DownloadState.notDownloaded
    /// The records of the song's sources.
    var records: [MusicRecordModel] = []
    var toDo: ToDoDetailModel?
    var source: SourceDetailModel?
    var player: PlayerScreen?
    private var keys: [TUIBinding] = []
    /// The text of a player without a queue.
    private var emptyPlayerText = ""
    private(set) var lines: [TUILine] = []
    private(set) var top = 0
    private var height = 1

    init() {}

    init(player: PlayerScreen, keys: TUIKeyMap) {
        self.player = player
        emptyPlayerText = keys.text("Nothing to play. Press {play} on a song.")
    }

    /// The help screen.
    init(keys: [TUIBinding]) { self.keys = keys }

    init(music: MusicCellModel, download: DownloadState) { (self.music, self.download) = (music, download) }

    /// Whether the page needs values that its row does not have.
    var isIncomplete: Bool { player == nil && (music.map { $0.music.sources.count > 1 } ?? true) }

    /// The lines within the body.
    var visibleLines: ArraySlice<TUILine> { lines.dropFirst(top).prefix(height) }

    /// The visible lines, such as `1–20 of 24`; empty if all lines are visible.
    var position: String { lines.count > height ? "\(top + 1)–\(top + visibleLines.count) of \(lines.count)" : "" }

    /// The title of the song, to-do or source; nil for the keys.
    var title: String? { music?.title ?? toDo?.title.text ?? source?.title }

    /// Scrolls within the text.
    mutating func scroll(by step: Int) { top = max(0, min(top + step, lines.count - height)) }

    /// Wraps the text for a layout.
    mutating func layOut(_ source: TUISource, in layout: TUIScreenLayout, _ text: TUITextLayout) {
        height = max(1, layout.bodyHeight(withHeading: false))
        let columns = layout.textColumns(besideArtwork: showsArtwork(in: layout))
        if let player {
            lines = player.lines(columns: columns, height: height, emptyText: emptyPlayerText, text)
            return scroll(by: 0)
        }
        let labelled = source == .help ? help : entries(text)
        let labelWidth = source == .help ? Self.keysWidth : Self.labelWidth
        lines = labelled.flatMap { label, content in
            Self.lines(label, content, labelWidth: labelWidth, columns: columns, text)
        }
        if let map = toDo?.map { lines += [.blank] + text.drawMap(map).map { .text($0) } }
        scroll(by: 0)
    }

    func showsArtwork(in layout: TUIScreenLayout) -> Bool { artworkMusic != nil && layout.hasArtwork }

    /// The song whose artwork is shown.
    var artworkMusic: MusicID? { music?.id ?? player?.nowPlaying.id }

    private func entries(_ text: TUITextLayout) -> [(label: String, text: String)] {
        if let music {
            let track = TrackCellModel(music.music, download: download)
            return MusicDetailModel(track, records: records, style: text.dateStyle()).lines
        }
        return toDo?.lines ?? source?.lines ?? []
    }

    private var help: [(label: String, text: String)] {
        keys.map { (label: $0.keysText, text: $0.help) }.filter { !$0.label.isEmpty } + TUIKeys.search + TUIKeys.mouse
            + TUIKeys.theme + TUIKeys.marks
    }

    /// Wraps a text behind its label; further lines are indented.
    private static func lines(
        _ label: String, _ content: String, labelWidth: Int, columns: Int, _ text: TUITextLayout
    ) -> [TUILine] {
        let paragraphs = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let wrapped = paragraphs.flatMap { text.wrap(String($0), max(1, columns - labelWidth)) }
        return wrapped.enumerated().map { position, line in
            let before = position == 0 ? label : ""
            let indent = max(position == 0 && !label.isEmpty ? 1 : 0, labelWidth - before.count)
            return .text(before + String(repeating: " ", count: indent) + line)
        }
    }
}

/// The player screen as lines of the TUI.
extension PlayerScreen {
    fileprivate func lines(columns: Int, height: Int, emptyText: String, _ text: TUITextLayout) -> [TUILine] {
        func wrapped(_ content: String, _ style: TUITextStyle = .plain) -> [TUILine] {
            content.isEmpty ? [] : text.wrap(content, columns).map { .text($0, style) }
        }
        guard nowPlaying.hasQueue else { return wrapped(emptyText, .aside) }
        var lines = wrapped(nowPlaying.title.isEmpty ? "The queue has ended." : nowPlaying.title, .heading)
        lines += wrapped(byline) + [.blank, .text(timeLine(columns)), .blank]
        let bookmarkText = nowPlaying.music?.isBookmarked == true ? "bookmarked" : ""
        let ratingText = nowPlaying.music?.rating?.stars ?? ""
        let details = [nowPlaying.positionText, bookmarkText, ratingText, nowPlaying.settingsText].filter {
            !$0.isEmpty
        }
        if !details.isEmpty { lines += wrapped(details.joined(separator: ", "), .aside) + [.blank] }
        return lines + lyricLines(columns: columns, height: max(0, height - lines.count), text)
    }

    /// The song, its position and the line that is sung, for a pane beside a list.
    func sideLines(columns: Int, _ text: TUITextLayout) -> [TUILine] {
        func line(_ content: String, _ style: TUITextStyle) -> [TUILine] {
            content.isEmpty ? [] : [.text(content, style)]
        }
        guard !nowPlaying.title.isEmpty else { return [.text("Nothing plays.", .aside)] }
        let sung = lyricLines(1).first { $0.isCurrent }?.text ?? ""
        return line(nowPlaying.title, .heading) + line(byline, .plain) + line(timeLine(columns), .plain)
            + (sung.isEmpty ? [] : [.blank] + text.wrap(sung, columns).prefix(2).map { .text($0, .heading) })
    }

    /// The lyrics around the current line, which is in the middle if possible, even if lines are wrapped.
    private func lyricLines(columns: Int, height: Int, _ text: TUITextLayout) -> [TUILine] {
        let parts = lyricLines(height).flatMap { line in
            text.wrap(line.text, columns).map { (text: $0, isCurrent: line.isCurrent) }
        }
        let middle = parts.firstIndex(where: \.isCurrent) ?? 0
        let first = max(0, min(middle - (height - 1) / 2, parts.count - height))
        return parts.dropFirst(first).prefix(height).map { .text($0.text, $0.isCurrent ? .heading : .aside) }
    }

    /// `▶ 1:23 ━━━━──── 3:40`.
    private func timeLine(_ columns: Int) -> String {
        let (start, end) = ("\(nowPlaying.symbol) \(nowPlaying.elapsedText)", nowPlaying.durationText)
        let bar = bar(min(60, columns - start.count - end.count - 3))
        return [start, bar, end].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
