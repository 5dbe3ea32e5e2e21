import FermataDomain

/// The player screen as lines of the TUI.
extension PlayerScreen {
    func lines(columns: Int, height: Int, _ text: TUITextLayout) -> [TUILine] {
        func wrapped(_ content: String, _ style: TUITextStyle = .plain) -> [TUILine] {
            content.isEmpty ? [] : text.wrap(content, columns).map { .text($0, style) }
        }
        guard nowPlaying.hasQueue else { return wrapped("Nothing to play. Press p on a song.", .aside) }
        var lines = wrapped(nowPlaying.title.isEmpty ? "The queue has ended." : nowPlaying.title, .heading)
        lines += wrapped(byline) + [.blank, .text(timeLine(columns)), .blank]
        let bookmarkText = nowPlaying.music?.isBookmarked == true ? "bookmarked" : ""
        let details = [nowPlaying.positionText, bookmarkText, nowPlaying.settingsText].filter { !$0.isEmpty }
        if !details.isEmpty { lines += wrapped(details.joined(separator: ", "), .aside) + [.blank] }
        return lines + lyricLines(columns: columns, height: max(0, height - lines.count), text)
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
