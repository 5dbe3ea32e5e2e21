import Foundation

/// A key that sorts and compares names as people expect.
///
/// The key folds the text, drops apostrophes, replaces other punctuation and symbols by spaces, collapses and trims
/// spaces, drops a leading "the ", and compares runs of digits by value. Names with an empty key come last.
/// Keys compare by code point, which is also the order of their UTF-8 bytes.
public struct SortKey: Hashable, Sendable {
    public let text: String

    public init(_ name: String) {
        var writer = SortKeyWriter(capacity: name.utf8.count)
        FoldedText.forEachScalar(of: name) { writer.write($0) }
        text = writer.finish()
    }

    /// Creates a key from its text.
    package init(key: String) {
        text = key
    }

    /// Whether the name has no letter or digit to compare.
    public var isEmpty: Bool { text == SortKeyWriter.emptyKey }
}

extension SortKey: Comparable {
    public static func < (lhs: SortKey, rhs: SortKey) -> Bool {
        lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }
}

/// Builds a key from folded scalars.
private struct SortKeyWriter {
    static let emptyKey = "\u{10FFFF}"
    private var key: [UInt8] = []
    private var digits: [UInt8] = []
    private var isInNumber = false
    private var needsSpace = false

    init(capacity: Int) {
        key.reserveCapacity(capacity + 8)
    }

    mutating func write(_ scalar: Unicode.Scalar) {
        switch FoldedClass(of: scalar) {
        case .apostrophe, .format, .mark: return
        case .space, .punctuation:
            endNumber()
            needsSpace = !key.isEmpty
        case .digit(let digit):
            beginWord()
            isInNumber = true
            if digit != 0 || !digits.isEmpty { digits.append(UInt8(ascii: "0") + digit) }
        case .letter, .hangul:
            endNumber()
            beginWord()
            if scalar.isASCII {
                key.append(UInt8(scalar.value))
            } else {
                key.append(contentsOf: UTF8.encode(scalar) ?? .init())
            }
        }
    }

    mutating func finish() -> String {
        endNumber()
        if key.starts(with: Array("the ".utf8)) { key.removeFirst(4) }
        return key.isEmpty ? Self.emptyKey : String(decoding: key, as: UTF8.self)
    }

    private mutating func beginWord() {
        guard needsSpace else { return }
        key.append(UInt8(ascii: " "))
        needsSpace = false
    }

    /// Writes a number as its count of digits, then its digits, so that longer numbers are greater.
    private mutating func endNumber() {
        guard isInNumber else { return }
        var count = digits.count
        while count > 8 {
            key.append(UInt8(ascii: "9"))
            count -= 8
        }
        key.append(UInt8(ascii: "0") + UInt8(count))
        key.append(contentsOf: digits)
        digits.removeAll(keepingCapacity: true)
        isInNumber = false
    }
}

/// An artist's name for comparison: its sort key, or the exact name if the key is empty.
public struct ArtistName: Hashable, Sendable {
    public let key: SortKey
    /// The exact name if its key is empty, such as `!!!`; otherwise nil.
    public let raw: String?

    public init(_ name: String) {
        key = SortKey(name)
        raw = key.isEmpty ? name : nil
    }

    /// Creates a name from its sort key, and from its text if that key is empty.
    package init(key: SortKey, raw: String?) {
        (self.key, self.raw) = (key, raw)
    }

    /// Returns the name with an identifier.
    package static func identified(by identifier: String) -> ArtistName {
        let isRaw = identifier.unicodeScalars.first == SortKey("").text.unicodeScalars.first
        return ArtistName(
            key: isRaw ? SortKey("") : SortKey(key: identifier),
            raw: isRaw ? String(identifier.unicodeScalars.dropFirst()) : nil)
    }

    /// A text that only equal names have: the key, followed by the exact name if the key is empty.
    package var identifier: String { key.text + (raw ?? "") }
}

extension ArtistName {
    /// Whether the name contains a text, compared by sort keys, or a text of symbols, compared with exact names that
    /// have no key. Every name contains a blank text.
    public func contains(_ text: String) -> Bool {
        if text.isBlank { return true }
        let part = ArtistName(text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard let symbols = part.raw else { return key.text.utf8.contains(part.key.text.utf8) }
        return raw?.utf8.contains(symbols.utf8) ?? false
    }
}

extension ArtistName: Comparable {
    /// Compares keys, then exact names, by code point.
    public static func < (lhs: ArtistName, rhs: ArtistName) -> Bool {
        if lhs.key != rhs.key { return lhs.key < rhs.key }
        return (lhs.raw ?? "").utf8.lexicographicallyPrecedes((rhs.raw ?? "").utf8)
    }
}
