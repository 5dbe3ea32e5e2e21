import Foundation

extension String {
    /// Whether the text can be an address: not blank, and at most 4,000 bytes of UTF-8.
    var isPossibleAddress: Bool {
        utf8.count <= 4_000 && unicodeScalars.contains { !$0.properties.isWhitespace && $0.value > 0x20 }
    }
}
