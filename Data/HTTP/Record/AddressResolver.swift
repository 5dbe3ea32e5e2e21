package import Foundation

/// Makes the addresses in a document absolute (RFC 3986), and drops those that are not `http` or `https`.
package struct AddressResolver: Sendable {
    private let base: URL
    /// The base up to its last slash.
    private let folder: String?

    package init(base: URL) {
        self.base = base
        folder = URL(string: ".", relativeTo: base)?.absoluteString
    }

    /// Returns the absolute address; nil for empty text, and for addresses that are not `http` or `https`.
    package func address(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        if let folder, Self.isPlainPath(text) { return folder + text }
        if Self.isPlainAddress(text) { return text }
        guard let url = URL(string: text, relativeTo: base)?.absoluteURL,
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty
        else { return nil }
        return url.absoluteString
    }

    private static func isPlainAddress(_ text: String) -> Bool {
        let scheme = text.utf8.starts(with: "https://".utf8) ? 8 : text.utf8.starts(with: "http://".utf8) ? 7 : 0
        return scheme > 0 && text.utf8.count > scheme && isPlainPath(text.utf8.dropFirst(scheme))
    }

    private static func isPlainPath(_ text: String) -> Bool { isPlainPath(text.utf8[...]) }

    /// Whether the path needs no resolving or encoding: every segment is a plain name.
    private static func isPlainPath(_ text: Substring.UTF8View) -> Bool {
        var isAtSegmentStart = true
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "-"):
                isAtSegmentStart = false
            case UInt8(ascii: "."):
                if isAtSegmentStart { return false }
            case UInt8(ascii: "/"):
                if isAtSegmentStart { return false }
                isAtSegmentStart = true
            default: return false
            }
        }
        return true
    }
}
