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
        var lines: [[UInt8]] = []
        for line in [name.exact, name.spaced, name.joined, name.initials]
        where !line.isEmpty && !lines.contains(line) {
            lines.append(line)
            utf8.append(Self.lineBreak)
            utf8 += line
        }
    }

    /// Returns whether a line contains a form of the word.
    public func contains(_ word: SearchWord) -> Bool { contains(word, inNames: ends.indices) }

    /// Returns whether a line of some of the names contains a form of the word.
    package func contains(_ word: SearchWord, inNames names: Range<Int>) -> Bool {
        word.patterns.contains { contains($0, inNames: names) }
    }

    /// Returns whether a form of the word begins a word of a line.
    public func containsBeginning(of word: SearchWord) -> Bool { containsBeginning(of: word, inNames: ends.indices) }

    package func containsBeginning(of word: SearchWord, inNames names: Range<Int>) -> Bool {
        word.beginningPatterns.contains { contains($0, inNames: names) }
    }

    private func contains(_ pattern: [UInt8], inNames names: Range<Int>) -> Bool {
        let lines = end(ofNames: names.lowerBound)..<end(ofNames: names.upperBound)
        return utf8.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[lines]).contains(pattern) }
    }

    /// The end offset of the lines of the first names.
    private func end(ofNames count: Int) -> Int { count == 0 ? 0 : ends[count - 1] }
}

extension UnsafeRawBufferPointer {
    /// Returns whether the buffer contains a pattern. Finds its first byte, then compares the others.
    fileprivate func contains(_ pattern: [UInt8]) -> Bool {
        guard let first = pattern.first, let start = baseAddress else { return pattern.isEmpty }
        var rest = self[...]
        while rest.count >= pattern.count,
            let found = memchr(start + rest.startIndex, Int32(first), rest.count - pattern.count + 1)
        {
            if memcmp(found, pattern, pattern.count) == 0 { return true }
            rest = self[(UnsafeRawPointer(found) - start + 1)...]
        }
        return false
    }
}

/// A word or phrase to find, in its folded forms.
public struct SearchWord: Equatable, Sendable {
    /// The word as typed.
    public let text: String
    /// The forms, of which one must occur: with punctuation as spaces, and without punctuation.
    ///
    /// A word without a letter or digit has only its exact form.
    public let forms: [String]
    /// The forms after a line break or a space, as they begin a word of a `SearchText`.
    public let beginnings: [String]
    /// The forms in UTF-8.
    let patterns: [[UInt8]]
    /// The beginnings in UTF-8.
    let beginningPatterns: [[UInt8]]

    /// Returns nil if the folded text is empty.
    public init?(_ text: String) {
        let folding = SearchFolding(text)
        if folding.exact.isEmpty { return nil }
        self.text = text
        if !folding.hasLetter {
            patterns = [folding.exact]
        } else {
            patterns = folding.spaced == folding.joined ? [folding.spaced] : [folding.spaced, folding.joined]
        }
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
    let exact: [UInt8]
    /// Without apostrophes, and with other punctuation as spaces.
    let spaced: [UInt8]
    /// Without punctuation.
    let joined: [UInt8]
    /// The initial consonants of each run of Hangul syllables; empty without Hangul.
    let initials: [UInt8]
    /// Whether the text has a letter or a digit.
    let hasLetter: Bool

    init(_ text: String) {
        var scalars: [(scalar: Unicode.Scalar, kind: FoldedClass)] = []
        var (hasPunctuation, hasLetter, hasHangul) = (false, false, false)
        FoldedText.forEachScalar(of: text) { scalar in
            let kind = FoldedClass(of: scalar)
            switch kind {
            case .format: return
            case .space: break
            case .apostrophe, .punctuation: hasPunctuation = true
            case .letter, .digit, .mark: hasLetter = true
            case .hangul: (hasLetter, hasHangul) = (true, true)
            }
            scalars.append((scalar, kind))
        }
        exact = Self.line(scalars) { $1 == .apostrophe ? "'" : $0 }
        spaced = hasPunctuation ? Self.line(scalars) { $1 == .apostrophe ? nil : $1 == .punctuation ? " " : $0 } : exact
        joined =
            hasPunctuation ? Self.line(scalars) { $1 == .apostrophe || $1 == .punctuation ? nil : $0 } : exact
        initials = hasHangul ? Self.line(scalars) { $1 == .hangul ? $0.hangulInitial : " " } : []
        self.hasLetter = hasLetter
    }

    /// Appends the form of a text of ASCII letters, digits and spaces, as most names are.
    ///
    /// Returns false for any other text; the appended bytes are then removed.
    static func appendPlain(_ text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]) -> Bool {
        let start = line.count
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): line.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): line.append(byte | 0x20)
            case space: appendSpace(to: &line, after: start)
            default:
                line.removeSubrange(start...)
                return false
            }
        }
        removeLastSpace(of: &line, after: start)
        return true
    }

    /// Returns the UTF-8 of the scalars' forms without repeated, leading and trailing spaces.
    private static func line(
        _ scalars: [(scalar: Unicode.Scalar, kind: FoldedClass)],
        _ form: (Unicode.Scalar, FoldedClass) -> Unicode.Scalar?
    ) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(scalars.count * 3)
        for (scalar, kind) in scalars {
            guard let scalar = form(scalar, kind) else { continue }
            if kind == .space || scalar == " " {
                appendSpace(to: &line, after: 0)
            } else if scalar.isASCII {
                line.append(UInt8(scalar.value))
            } else {
                line.append(contentsOf: UTF8.encode(scalar) ?? .init())
            }
        }
        removeLastSpace(of: &line, after: 0)
        return line
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
    fileprivate var hangulInitial: Unicode.Scalar? {
        Unicode.Scalar(0x1100 + (value - 0xAC00) / 588)
    }
}
