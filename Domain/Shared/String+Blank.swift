import Foundation

extension String {
    /// Whether the text is empty or white space only.
    var isBlank: Bool { trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }
}
