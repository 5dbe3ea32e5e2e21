import Foundation

extension String {
    /// Whether there is nothing but white space, so that every name would hold it.
    var isBlank: Bool { trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }
}
