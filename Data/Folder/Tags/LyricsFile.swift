/// Reads a file of lyrics in any encoding.
enum LyricsFile {
    private static let byteLimit: Int64 = 256 << 10

    /// Returns nil for a file that is too large.
    static func text(of file: AudioFile) -> String? {
        guard file.length <= byteLimit else { return nil }
        let bytes = file.read(Int(file.length), at: 0)
        return TextEncoding(of: bytes).text(of: bytes)
    }
}
