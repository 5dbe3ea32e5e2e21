import NIOHTTP1

/// A `Content-Range` header: the bytes of the complete file that a response contains (RFC 9110, 14.4).
struct ContentRange: Equatable {
    /// Nil if the requested range cannot be satisfied: `bytes */1000`.
    let bytes: ClosedRange<Int64>?
    /// The length of the complete file; nil if it is unknown: `bytes 0-9/*`.
    let total: Int64?

    /// Whether the response contains the complete file.
    var isComplete: Bool {
        guard let total, let bytes else { return false }
        return bytes.lowerBound == 0 && bytes.upperBound == total - 1
    }

    /// Parses the header; nil if there is none, or an invalid one.
    init?(_ headers: HTTPHeaders) {
        let values = headers["Content-Range"]
        guard values.count == 1, let value = values.first else { return nil }
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        total = Self.number(parts[1])
        guard total != nil || parts[1] == "*" else { return nil }
        guard parts[0] != "*" else {
            bytes = nil
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < total ?? .max else {
            return nil
        }
        bytes = first...last
    }

    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
}
