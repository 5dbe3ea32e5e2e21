import Foundation

extension String {
    /// The words of the text, separated by single spaces.
    var onOneLine: String {
        if isSimpleLine { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether the text is ASCII with single spaces between words. Most names are, and need no splitting.
    private var isSimpleLine: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            guard byte < 0x7F, byte > 0x20 || byte == 0x20 && previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20 || isEmpty
    }

    /// The text with its first letter in upper case.
    var firstLetterUppercased: String { prefix(1).uppercased() + dropFirst() }

    /// The text in quotation marks, with an ellipsis after its 200th character: words that a server or a record chose.
    var quoted: String { "“\(shortened(to: 200))”" }

    /// The text, with an ellipsis after its first Unicode scalars if it has more than `limit`.
    func shortened(to limit: Int) -> String {
        unicodeScalars.count > limit ? String(unicodeScalars.prefix(limit)) + "…" : self
    }

    /// The text without white space at both ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
