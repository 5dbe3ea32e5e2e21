/// Decodes a text that arrives in chunks into UTF-8, without a byte-order mark.
struct UTF8Decoder {
    /// The longest line that is held back until it ends.
    private static let lineLimit = 1 << 20
    private let encoding: TextEncoding
    private var pending: [UInt8] = []
    private var isAtStart = true

    /// Detects the encoding by the first bytes of the text, the more the better.
    init(detecting bytes: [UInt8]) {
        let sample = bytes.count % 2 == 0 ? bytes : bytes.dropLast()
        // The sample may end within a character.
        let isUTF8 = (0...3).contains { String(validating: sample.dropLast($0), as: UTF8.self) != nil }
        let marked = TextEncoding(byteOrderMarkOf: sample)
        let detected = marked ?? (isUTF8 && !sample.contains(0) ? .utf8 : TextEncoding(of: sample))
        encoding = detected
    }

    /// Returns the complete characters of a chunk as UTF-8; the last chunk is decoded to its end.
    ///
    /// Bytes that are no UTF-8 in a text of UTF-8 stay as they are, so that only their record is rejected.
    mutating func decode(_ chunk: [UInt8], isLast: Bool) -> [UInt8] {
        pending += chunk
        let bytes = isLast ? pending[...] : pending.prefix(completeCount)
        defer {
            pending.removeFirst(bytes.count)
            if !bytes.isEmpty { isAtStart = false }
        }
        guard encoding != .utf8 else { return Array(isAtStart ? bytes.withoutByteOrderMark : bytes) }
        let text = encoding.text(of: bytes)
        return Array(text.utf8)
    }

    /// The number of pending bytes that end with a complete character.
    private var completeCount: Int {
        switch encoding {
        case .utf8: return isAtStart && pending.count < ByteOrderMark.utf8.count ? 0 : pending.count
        case .windows1252: return pending.count
        case .utf16(let isBigEndian):
            let count = pending.count - pending.count % 2
            guard count >= 2 else { return 0 }
            let high = pending[count - (isBigEndian ? 2 : 1)]
            // A character of two units that has its first one only.
            return (0xD8...0xDB).contains(high) ? count - 2 : count
        case .system:
            // Only a line ends surely with a character.
            let end = pending.lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
            return end == 0 && pending.count > Self.lineLimit ? pending.count : end
        }
    }
}
