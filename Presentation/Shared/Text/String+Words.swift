import Foundation

extension String {
    /// The words alone, one space between them.
    var onOneLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Without white space at both ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
