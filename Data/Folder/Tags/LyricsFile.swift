import Foundation

/// Reads a file of lyrics in UTF-8, UTF-16 with a byte-order mark, or Latin-1.
enum LyricsFile {
    private static let byteLimit: Int64 = 256 << 10

    /// Returns nil for a file that is too large.
    static func text(of file: AudioFile) -> String? {
        guard file.length <= byteLimit else { return nil }
        let bytes = file.read(Int(file.length), at: 0)
        switch bytes.prefix(2) {
        case [0xFE, 0xFF], [0xFF, 0xFE]: return String(bytes: bytes, encoding: .utf16)
        default: break
        }
        let text = bytes.withoutByteOrderMark
        return String(bytes: text, encoding: .utf8) ?? String(bytes: text, encoding: .isoLatin1)
    }
}
