import Foundation

/// The text in which a song is searched: the lines of each name, folded.
///
/// The lines of a name are the name itself; with punctuation as spaces; without punctuation; and the initial consonants
/// of its Hangul syllables. Equal lines of a name are written once. Each line follows a line break.
public struct SearchText: Equatable, Sendable {
    private static let lineBreak = UInt8(ascii: "\n")
    private var utf8: [UInt8] = []
    /// The end offsets of the lines of each name.
    private var ends: [Int] = []

    public init(_ names: [String]) {
        for name in names { append(name) }
    }

    public init(title: String, artist: String, album: String) {
        self.init([title, artist, album])
    }

    public var text: String { String(decoding: utf8, as: UTF8.self) }

    /// Removes all names, to reuse the memory for others.
    package mutating func removeAll() {
        utf8.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ name: String) {
        var name = name
        name.withUTF8 { append(utf8: $0) }
    }

    package mutating func append(utf8 name: UnsafeBufferPointer<UInt8>) {
        let start = utf8.count
        utf8.append(Self.lineBreak)
        if SearchFolding.appendPlain(name, to: &utf8) {
            if utf8.count == start + 1 { utf8.removeLast() }
        } else {
            utf8.removeLast()
            appendLines(of: SearchFolding(String(decoding: name, as: UTF8.self)))
        }
        ends.append(utf8.count)
    }

    private mutating func appendLines(of name: SearchFolding) {
        append(line: name.exact)
        if name.spaced != name.exact { append(line: name.spaced) }
        if name.joined != name.exact, name.joined != name.spaced { append(line: name.joined) }
        append(line: name.initials)
    }

    private mutating func append(line: [UInt8]) {
        if line.isEmpty { return }
        utf8.append(Self.lineBreak)
        utf8 += line
    }

    /// Returns whether a line contains a form of the word, or is one if the word is a name.
    public func contains(_ word: SearchWord) -> Bool { contains(word, inNames: ends.indices) }

    /// Returns whether a line of some of the names contains a form of the word.
    package func contains(_ word: SearchWord, inNames names: Range<Int>) -> Bool {
        word.patterns.contains { contains($0, inNames: names, upToLineEnd: word.isName) }
    }

    /// Returns whether a form of the word begins a word of a line.
    public func containsBeginning(of word: SearchWord) -> Bool { containsBeginning(of: word, inNames: ends.indices) }

    package func containsBeginning(of word: SearchWord, inNames names: Range<Int>) -> Bool {
        word.beginningPatterns.contains { contains($0, inNames: names) }
    }

    private func contains(_ pattern: [UInt8], inNames names: Range<Int>, upToLineEnd: Bool = false) -> Bool {
        let lines = end(ofNames: names.lowerBound)..<end(ofNames: names.upperBound)
        return utf8.withUnsafeBytes {
            UnsafeRawBufferPointer(rebasing: $0[lines]).contains(pattern, before: upToLineEnd ? Self.lineBreak : nil)
        }
    }

    /// The end offset of the lines of the first names.
    private func end(ofNames count: Int) -> Int { count == 0 ? 0 : ends[count - 1] }
}

extension UnsafeRawBufferPointer {
    /// Returns whether the buffer contains a pattern, before an end byte or at the end if there is one. Finds the first
    /// byte of the pattern, then compares the others.
    fileprivate func contains(_ pattern: [UInt8], before end: UInt8?) -> Bool {
        guard let first = pattern.first, let start = baseAddress else { return pattern.isEmpty }
        var rest = self[...]
        while rest.count >= pattern.count,
            let found = memchr(start + rest.startIndex, Int32(first), rest.count - pattern.count + 1)
        {
            let index = UnsafeRawPointer(found) - start
            if memcmp(found, pattern, pattern.count) == 0,
                end == nil || index + pattern.count == count || self[index + pattern.count] == end
            {
                return true
            }
            rest = self[(index + 1)...]
        }
        return false
    }
}

/// A word or phrase to find, in its folded forms.
public struct SearchWord: Equatable, Sendable {
    /// The word as typed.
    public let text: String
    /// Whether only names that equal the word match.
    public let isName: Bool
    /// The forms, of which one must occur: with punctuation as spaces, and without punctuation.
    ///
    /// A word without a letter or digit has only its exact form.
    public let forms: [String]
    /// The forms after a line break or a space, as they begin a word of a `SearchText`.
    public let beginnings: [String]
    /// The forms in UTF-8, each after a line break if the word is a name.
    let patterns: [[UInt8]]
    /// The beginnings in UTF-8.
    let beginningPatterns: [[UInt8]]

    /// Returns nil if the folded text is empty.
    public init?(_ text: String, isName: Bool = false) {
        let folding = SearchFolding(text)
        if folding.exact.isEmpty { return nil }
        (self.text, self.isName) = (text, isName)
        let patterns =
            if !folding.hasLetter {
                [folding.exact]
            } else {
                folding.spaced == folding.joined ? [folding.spaced] : [folding.spaced, folding.joined]
            }
        self.patterns = isName ? patterns.map { Array("\n".utf8) + $0 } : patterns
        forms = patterns.map { String(decoding: $0, as: UTF8.self) }
        beginnings = forms.flatMap { ["\n" + $0, " " + $0] }
        beginningPatterns = beginnings.map { Array($0.utf8) }
    }
}

/// The folded forms of a name or a typed word, in UTF-8.
///
/// Case, marks and width do not matter, and white space of any length is one space.
struct SearchFolding {
    /// The text with its punctuation.
    private(set) var exact: [UInt8] = []
    /// Without apostrophes, and with other punctuation as spaces.
    private(set) var spaced: [UInt8] = []
    /// Without punctuation.
    private(set) var joined: [UInt8] = []
    /// The initial consonants of each run of Hangul syllables; empty without Hangul.
    private(set) var initials: [UInt8] = []
    /// Whether the text has a letter or a digit.
    private(set) var hasLetter = false
    /// Until there is punctuation, only `exact` is written, because the other lines are equal.
    private var hasPunctuation = false

    init(_ text: String) {
        exact.reserveCapacity(text.utf8.count)
        FoldedText.forEachScalar(of: text) { append($0) }
        Self.removeLastSpace(of: &exact, after: 0)
        Self.removeLastSpace(of: &spaced, after: 0)
        Self.removeLastSpace(of: &joined, after: 0)
        Self.removeLastSpace(of: &initials, after: 0)
        if !hasPunctuation { (spaced, joined) = (exact, exact) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch FoldedClass(of: scalar) {
        case .format: return
        case .space: append(" ", spaced: " ", joined: " ")
        case .apostrophe: append("'", spaced: nil, joined: nil)
        case .punctuation: append(scalar, spaced: " ", joined: nil)
        case .letter, .digit, .mark:
            hasLetter = true
            append(scalar, spaced: scalar, joined: scalar)
        case .hangul:
            hasLetter = true
            append(scalar, spaced: scalar, joined: scalar)
            if initials.isEmpty { initials.reserveCapacity(exact.capacity) }
            Self.append(scalar.hangulInitial, to: &initials)
            return
        }
        Self.append(" ", to: &initials)
    }

    private mutating func append(_ scalar: Unicode.Scalar, spaced: Unicode.Scalar?, joined: Unicode.Scalar?) {
        if !hasPunctuation, joined == nil {
            hasPunctuation = true
            (self.spaced, self.joined) = (exact, exact)
        }
        Self.append(scalar, to: &exact)
        if hasPunctuation {
            if let spaced { Self.append(spaced, to: &self.spaced) }
            if let joined { Self.append(joined, to: &self.joined) }
        }
    }

    /// Appends the UTF-8 of a scalar, but no repeated and leading spaces.
    private static func append(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
        if scalar == " " {
            appendSpace(to: &line, after: 0)
        } else if scalar.isASCII {
            line.append(UInt8(scalar.value))
        } else {
            UTF8.encode(scalar)?.forEach { line.append($0) }
        }
    }

    /// Appends the lines of a text of ASCII letters, digits, spaces, Han ideographs and Hangul, as most names are.
    ///
    /// Returns false for any other text; the appended bytes are then removed.
    static func appendPlain(_ text: UnsafeBufferPointer<UInt8>, to lines: inout [UInt8]) -> Bool {
        let start = lines.count
        var (index, hasHangul) = (0, false)
        while index < text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): lines.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): lines.append(byte | 0x20)
            case space: appendSpace(to: &lines, after: start)
            default:
                let scalar = scalarOfThreeBytes(text[index...])
                let isHangul = (0xAC00...0xD7A3).contains(scalar)
                guard isHangul || (0x4E00...0x9FFF).contains(scalar) else {
                    lines.removeSubrange(start...)
                    return false
                }
                if isHangul { hasHangul = true }
                lines.append(byte)
                lines.append(text[index + 1])
                lines.append(text[index + 2])
                index += 2
            }
            index += 1
        }
        removeLastSpace(of: &lines, after: start)
        if hasHangul { appendInitials(of: text, to: &lines) }
        return true
    }

    /// Appends a line break and the initials of a text that `appendPlain` accepts.
    private static func appendInitials(of text: UnsafeBufferPointer<UInt8>, to lines: inout [UInt8]) {
        lines.append(UInt8(ascii: "\n"))
        let start = lines.count
        var index = 0
        while index < text.count {
            let scalar = scalarOfThreeBytes(text[index...])
            if scalar >= 0xAC00 {
                lines.append(0xE1)
                lines.append(0x84)
                lines.append(0x80 + UInt8((scalar - 0xAC00) / 588))
            } else {
                appendSpace(to: &lines, after: start)
            }
            index += scalar == 0 ? 1 : 3
        }
        removeLastSpace(of: &lines, after: start)
    }

    /// Reads a scalar of three bytes of UTF-8 at the start of a text; returns 0 if there is none.
    private static func scalarOfThreeBytes(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let start = text.startIndex
        guard text.count >= 3, text[start] & 0xF0 == 0xE0, text[start + 1] & 0xC0 == 0x80,
            text[start + 2] & 0xC0 == 0x80
        else { return 0 }
        return Int(text[start] & 0x0F) << 12 | Int(text[start + 1] & 0x3F) << 6 | Int(text[start + 2] & 0x3F)
    }

    private static let space = UInt8(ascii: " ")

    private static func appendSpace(to line: inout [UInt8], after start: Int) {
        if line.count > start, line[line.count - 1] != space { line.append(space) }
    }

    private static func removeLastSpace(of line: inout [UInt8], after start: Int) {
        if line.count > start, line[line.count - 1] == space { line.removeLast() }
    }
}

extension Unicode.Scalar {
    /// The initial consonant of a Hangul syllable.
    ///
    /// Source: The Unicode Standard, section 3.12, Conjoining Jamo Behavior.
    fileprivate var hangulInitial: Unicode.Scalar { Unicode.Scalar(0x1100 + (value - 0xAC00) / 588) ?? self }
}
