import Foundation

extension String {
    /// Whether the text is empty or white space only.
    package var isBlank: Bool { trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }
}
