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
