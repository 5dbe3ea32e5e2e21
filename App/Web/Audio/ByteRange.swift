import Foundation

/// The range of bytes that a request names in the field `Range` (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    /// From a position on, up to and including the last position if there is one.
    case from(Int64, through: Int64?)
    /// The last bytes.
    case last(Int64)

    /// Parses one range. Returns nil for several ranges and for invalid text, which servers ignore.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].trimmingCharacters(in: .whitespaces)
            .split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2 else { return nil }
        switch (ends[0], ends[1]) {
        case (.number(let first), .number(let last)) where first <= last: self = .from(first, through: last)
        case (.number(let first), .none): self = .from(first, through: nil)
        case (.none, .number(let count)): self = .last(count)
        default: return nil
        }
    }

    /// The bytes of content with a length; nil if it has none of them.
    func bytes(of length: Int64) -> Range<Int64>? {
        switch self {
        case .from(let first, let last): first < length ? first..<min(last ?? .max, length - 1) + 1 : nil
        case .last(let count): min(count, length) > 0 ? length - min(count, length)..<length : nil
        }
    }

    private enum Position {
        case number(Int64), none, invalid
    }

    /// Numbers too large for 64 bits are beyond the end of any content.
    private static func number(_ text: Substring) -> Position {
        if text.isEmpty { return .none }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .invalid }
        return .number(Int64(text) ?? .max)
    }
}
