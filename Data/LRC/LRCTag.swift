import FermataDomain

/// An ID tag at the start of a line, such as `[ar:Björk]` or `[offset:+500]`.
///
/// Other text in brackets, such as `[Chorus: all]`, is no tag.
struct LRCTag {
    private static let names: Set = [
        "#", "al", "ar", "au", "by", "id", "hash", "kana", "la", "lang", "length", "lr", "offset", "qq", "re", "sign",
        "ti", "tool", "total", "ve",
    ]
    private static let nameLength = 6
    /// A larger offset is ignored.
    private static let offsetLimit = 3_600_000
    /// The number of bytes of the tag.
    let length: Int
    /// The value of `offset`: how much earlier all lines begin. Nil for other tags.
    let offset: Duration?

    /// Returns nil if the line does not begin with a tag.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
        guard line.first == UInt8(ascii: "["),
            let colon = line.prefix(Self.nameLength + 2).firstIndex(ofByte: UInt8(ascii: ":"))
        else { return nil }
        let name = line.prefix(colon).dropping(1).text.lowercased()
        guard Self.names.contains(name), let end = line.firstIndex(ofByte: UInt8(ascii: "]")) else { return nil }
        length = end + 1
        let value = line.prefix(end).dropping(colon + 1).withoutLeadingBlanks.withoutTrailingBlanks
        offset = name == "offset" ? Self.offset(value.text) : nil
    }

    private static func offset(_ text: String) -> Duration? {
        guard let milliseconds = Int(text), (-offsetLimit...offsetLimit).contains(milliseconds) else { return nil }
        return .milliseconds(milliseconds)
    }
}
