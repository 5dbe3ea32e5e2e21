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

    /// The text without white space at both ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
