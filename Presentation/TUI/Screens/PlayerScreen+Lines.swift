import FermataDomain

/// The player screen as lines of the TUI.
extension PlayerScreen {
    func lines(columns: Int, height: Int, _ text: TUITextLayout) -> [TUILine] {
        guard nowPlaying.hasQueue else { return [.text("Nothing to play. Press p on a song.", .aside)] }
        var lines: [TUILine] = [.text(nowPlaying.title.isEmpty ? "The queue has ended." : nowPlaying.title, .heading)]
        if !byline.isEmpty { lines.append(.text(byline)) }
        lines += [.blank, .text(timeLine(columns)), .blank]
        let details = [nowPlaying.positionText, nowPlaying.settingsText].filter { !$0.isEmpty }
        if !details.isEmpty { lines += [.text(details.joined(separator: ", "), .aside), .blank] }
        for line in lyricLines(height - lines.count) {
            lines.append(.text(line.text, line.isCurrent ? .heading : .aside))
        }
        return lines
    }

    /// `▶ 1:23 ━━━━──── 3:40`.
    private func timeLine(_ columns: Int) -> String {
        let (start, end) = ("\(nowPlaying.symbol) \(nowPlaying.elapsedText)", nowPlaying.durationText)
        let bar = bar(min(60, columns - start.count - end.count - 3))
        return [start, bar, end].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
