/// Text that is being pasted, as far as it has come.
struct PastedText: Equatable {
    private static let end = Array("\u{1B}[201~".utf8)
    private var bytes: [UInt8] = []
    /// How much of the end has come.
    private var matched = 0

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes a byte, and answers whether it was the last of the end.
    mutating func take(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        append(Self.end.prefix(matched))
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { append([byte]) }
        return false
    }

    private mutating func append(_ more: some Collection<UInt8>) {
        if bytes.count + more.count <= InputDecoder.pasteLimit { bytes.append(contentsOf: more) }
    }
}
