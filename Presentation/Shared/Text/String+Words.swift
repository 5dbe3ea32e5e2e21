import Foundation

extension String {
    /// The words alone, one space between them.
    var onOneLine: String {
        if isSimpleLine { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether all characters are of ASCII, with single spaces between words: most names are, and take no time to split.
    private var isSimpleLine: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            guard byte < 0x7F, byte > 0x20 || byte == 0x20 && previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20 || isEmpty
    }

    /// Without white space at both ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
