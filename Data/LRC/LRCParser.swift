import FermataDomain
import Foundation

/// Reads lyrics in the LRC format, or plain text, from UTF-8.
///
/// A line begins with any number of time codes; ID tags such as `[ar:Björk]` are dropped. A line without a code has no
/// time. Empty lines separate the stanzas of plain text and are dropped from text with times, as are the codes of words,
/// such as `<00:12.04>`. Source: https://en.wikipedia.org/wiki/LRC_(file_format)
struct LRCParser {
    /// Text beyond this many lines is ignored.
    static let lineLimit = 50_000
    /// Further codes of a line are ignored, because its text would be repeated for each of them.
    static let codeLimit = 100

    private var lines: [LyricLine] = []
    private var codes: [Duration] = []
    private var offset = Duration.zero
    private var isTimed = false

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Lyrics {
        var parser = LRCParser()
        parser.read(UnsafeBufferPointer(rebasing: bytes.withoutByteOrderMark))
        return Lyrics(parser.stanzas(), offset: parser.offset)
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var lines = LRCLines(bytes)
        while self.lines.count < Self.lineLimit, let line = lines.next() { read(line: line) }
    }

    private mutating func read(line: UnsafeBufferPointer<UInt8>) {
        codes.removeAll(keepingCapacity: true)
        var (text, hasTag) = (line, false)
        while true {
            let rest = text.withoutLeadingBlanks
            if let code = LRCTimeCode(rest) {
                if codes.count < Self.codeLimit { codes.append(code.time) }
                text = rest.dropping(code.length)
            } else if codes.isEmpty, let tag = LRCTag(rest) {
                hasTag = true
                if let value = tag.offset { offset = value }
                text = rest.dropping(tag.length)
            } else {
                add(text, rest: rest, hasTag: hasTag)
                return
            }
        }
    }

    /// Adds the text of a line for each of its codes. The indentation of a line without code belongs to its text.
    private mutating func add(_ text: UnsafeBufferPointer<UInt8>, rest: UnsafeBufferPointer<UInt8>, hasTag: Bool) {
        if codes.isEmpty {
            if hasTag, rest.isEmpty { return }
            lines.append(LyricLine((hasTag ? rest : text).withoutTrailingBlanks.text))
        } else {
            isTimed = true
            let text = Self.withoutWordCodes(rest.withoutTrailingBlanks)
            for code in codes { lines.append(LyricLine(time: code, text)) }
        }
    }

    /// Returns the text without the time codes of words. Leaves one space where a code has spaces on both sides.
    private static func withoutWordCodes(_ line: UnsafeBufferPointer<UInt8>) -> String {
        var (rest, bytes) = (line, [UInt8]())
        while let first = rest.first {
            guard let code = LRCTimeCode(rest, ofWord: true) else {
                bytes.append(first)
                rest = rest.dropping(1)
                continue
            }
            rest = rest.dropping(code.length)
            if bytes.isEmpty || bytes.last == UInt8(ascii: " ") { rest = rest.withoutLeadingBlanks }
        }
        return bytes.withUnsafeBufferPointer { $0.withoutTrailingBlanks.text }
    }

    private func stanzas() -> [LyricLine] {
        if isTimed { return lines.contains(where: \.isGap) ? lines.filter { !$0.isGap } : lines }
        guard let first = lines.firstIndex(where: { !$0.isGap }), let last = lines.lastIndex(where: { !$0.isGap })
        else {
            return []
        }
        return Array(lines[first...last])
    }
}

extension LyricLine {
    fileprivate var isGap: Bool { time == nil && text.isEmpty }
}
