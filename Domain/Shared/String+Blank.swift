import Foundation

extension String {
    /// Whether the text is empty or white space only.
    package var isBlank: Bool {
        // Most texts begin with a letter, which is found much faster than by a set of characters.
        if let first = utf8.first, ("!"..."~").contains(Unicode.Scalar(first)) { return false }
        return trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
    }
}
