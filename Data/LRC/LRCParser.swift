public import FermataDomain

extension Lyrics {
    /// Reads the text of lyrics, with time codes or without.
    public init(lrc text: String) {
        var parser = LRCParser()
        parser.read(text)
        self = parser.lyrics
    }
}

/// Reads lyrics in the LRC format, or plain text.
///
/// A line begins with any number of time codes; ID tags such as `[ar:Björk]` are dropped. A line without a code has no
/// time. Empty lines separate the stanzas of plain text. Text with times loses them, and the codes of words, such as
/// `<00:12.04>`. Lines end with a line feed, a carriage return, or both.
/// Source: https://en.wikipedia.org/wiki/LRC_(file_format)
struct LRCParser {
    /// Text beyond this many lines is ignored.
    static let lineLimit = 50_000
    /// Further codes of a line are ignored, because its text would be repeated for each of them.
    private static let codeLimit = 100

    private var lines: [LyricLine] = []
    private var offset = Duration.zero
    private var isTimed = false

    var lyrics: Lyrics { Lyrics(stanzas, offset: offset) }

    mutating func read(_ text: String) {
        var rest = Array(text.utf8).dropFirst(text.unicodeScalars.first == "\u{FEFF}" ? 3 : 0)
        while lines.count < Self.lineLimit, !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            rest = rest[line.endIndex...]
            if rest.popFirst() == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
            read(line: line)
        }
    }

    private mutating func read(line: ArraySlice<UInt8>) {
        var (text, codes, hasTag) = (line, [Duration](), false)
        while true {
            let rest = text.withoutLeadingBlanks
            if let code = LRCTimeCode(rest, in: ("[", "]")) {
                if codes.count < Self.codeLimit { codes.append(code.time) }
                text = code.rest
            } else if codes.isEmpty, let tag = LRCTag(rest) {
                hasTag = true
                if let value = tag.offset { offset = value }
                text = tag.rest
            } else if !codes.isEmpty {
                isTimed = true
                let text = Self.withoutWordCodes(rest.withoutTrailingBlanks)
                for code in codes { lines.append(LyricLine(time: code, text)) }
                return
            } else {
                // The indentation of a line without code belongs to its text.
                if hasTag, rest.isEmpty { return }
                lines.append(LyricLine((hasTag ? rest : text).withoutTrailingBlanks.text))
                return
            }
        }
    }

    /// Returns the text without the time codes of words. Leaves one space where a code has spaces on both sides.
    private static func withoutWordCodes(_ line: ArraySlice<UInt8>) -> String {
        guard line.contains(UInt8(ascii: "<")) else { return line.text }
        var (rest, text) = (line, [UInt8]())
        while !rest.isEmpty {
            if let code = LRCTimeCode(rest, in: ("<", ">")) {
                rest = text.isEmpty || text.last == UInt8(ascii: " ") ? code.rest.withoutLeadingBlanks : code.rest
            } else {
                let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
                text += rest[..<end]
                rest = rest[end...]
            }
        }
        return text[...].withoutTrailingBlanks.text
    }

    private var stanzas: [LyricLine] {
        if isTimed { return lines.filter { !$0.isGap } }
        guard let first = lines.firstIndex(where: { !$0.isGap }), let last = lines.lastIndex(where: { !$0.isGap })
        else { return [] }
        return Array(lines[first...last])
    }
}

/// A time code at the start of a line: `[mm:ss]`, `[mm:ss.x]`, `[mm:ss.xx]`, `[mm:ss.xxx]` or `[mm:ss:SSS]`. That of a
/// word is in angle brackets: `<mm:ss.xx>`.
///
/// Minutes have up to five digits and may exceed 59; a colon or a point separates the decimal fraction of a second.
private struct LRCTimeCode {
    let time: Duration
    /// The text after the code.
    private(set) var rest: ArraySlice<UInt8>

    /// Returns nil if the line does not begin with a valid code.
    init?(_ line: ArraySlice<UInt8>, in brackets: (open: Unicode.Scalar, close: Unicode.Scalar)) {
        rest = line
        guard rest.popFirst() == UInt8(ascii: brackets.open),
            let minutes = Self.digits(&rest, upTo: 5), rest.popFirst() == UInt8(ascii: ":"),
            let seconds = Self.digits(&rest, upTo: 2), seconds.value < 60
        else { return nil }
        var milliseconds = 0
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ":") {
            rest.removeFirst()
            guard let fraction = Self.digits(&rest, upTo: 3) else { return nil }
            milliseconds = fraction.value * [100, 10, 1][fraction.count - 1]
        }
        guard rest.popFirst() == UInt8(ascii: brackets.close) else { return nil }
        time = .milliseconds((minutes.value * 60 + seconds.value) * 1_000 + milliseconds)
    }

    /// Reads a number; nil if it has no digit or too many.
    private static func digits(_ text: inout ArraySlice<UInt8>, upTo limit: Int) -> (value: Int, count: Int)? {
        var (value, count) = (0, 0)
        while let byte = text.first, case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
            (value, count) = (value * 10 + Int(digit), count + 1)
            if count > limit { return nil }
            text.removeFirst()
        }
        return count == 0 ? nil : (value, count)
    }
}

/// An ID tag at the start of a line, such as `[ar:Björk]` or `[offset:+500]`.
///
/// Other text in brackets, such as `[Chorus: all]`, is no tag.
private struct LRCTag {
    private static let names: Set = [
        "#", "al", "ar", "au", "by", "id", "hash", "kana", "la", "lang", "length", "lr", "offset", "qq", "re", "sign",
        "ti", "tool", "total", "ve",
    ]
    private static let nameLength = 6
    /// Valid offsets in milliseconds. All others are ignored.
    private static let offsets = -3_600_000...3_600_000
    /// The value of `offset`: how much earlier all lines begin. Nil for other tags.
    private(set) var offset: Duration?
    /// The text after the tag.
    let rest: ArraySlice<UInt8>

    /// Returns nil if the line does not begin with a tag.
    init?(_ line: ArraySlice<UInt8>) {
        guard line.first == UInt8(ascii: "["),
            let colon = line.prefix(Self.nameLength + 2).firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let name = line[..<colon].dropFirst().text.lowercased()
        guard Self.names.contains(name), let end = line.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        rest = line[end...].dropFirst()
        let value = line[colon..<end].dropFirst().withoutLeadingBlanks.withoutTrailingBlanks.text
        if name == "offset", let milliseconds = Int(value), Self.offsets.contains(milliseconds) {
            offset = .milliseconds(milliseconds)
        }
    }
}

extension LyricLine {
    fileprivate var isGap: Bool { time == nil && text.isEmpty }
}

extension ArraySlice<UInt8> {
    /// The text after spaces and tabs.
    fileprivate var withoutLeadingBlanks: Self { drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    /// The text before the last spaces and tabs.
    fileprivate var withoutTrailingBlanks: Self {
        self[..<(lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.map(index(after:)) ?? startIndex)]
    }

    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
