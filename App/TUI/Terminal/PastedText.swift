/// Bracketed pasted text while it arrives.
struct PastedText: Equatable {
    private static let end = Array("\u{1B}[201~".utf8)
    private var bytes: [UInt8] = []
    /// How many bytes of the end marker have arrived.
    private var matched = 0

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a byte; returns whether it completed the end marker.
    mutating func append(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        appendText(Self.end.prefix(matched))
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { appendText([byte]) }
        return false
    }

    private mutating func appendText(_ more: some Collection<UInt8>) {
        if bytes.count + more.count <= InputDecoder.pasteLimit { bytes.append(contentsOf: more) }
    }
}
