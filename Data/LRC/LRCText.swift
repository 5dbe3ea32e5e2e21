import FermataDomain

/// Lyrics as text in the LRC format, which `Lyrics(lrc:)` reads.
struct LRCText {
    let text: String

    /// Lines without a time have no code. Line ends within a line become spaces.
    init(_ lyrics: Lyrics) {
        text = lyrics.lines.map { line in
            let code = line.time.map(Self.code) ?? ""
            return code + line.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// `[01:23.450]`
    private static func code(_ time: Duration) -> String {
        let milliseconds = Int(time / .milliseconds(1))
        let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
        return "[\(digits(minutes, 2)):\(digits(rest / 1_000, 2)).\(digits(rest % 1_000, 3))]"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
