/// The sizes in bytes (UTF-8) to which the texts of sources are cut.
public enum TextLimits {
    /// A title, artist, album, artist of an album, genre or name of a playlist. No known title is longer.
    public static let name = 2_048
    /// The identity of a song or playlist within its source. A longer one is rejected: cut ones could be equal.
    public static let key = 4_096
    /// An address. A longer one is dropped: a cut one leads nowhere.
    public static let address = 16_384
    /// All lines of a song's lyrics.
    public static let lyrics = 1 << 20
    /// A server's description of an error.
    public static let message = 4_096
}

extension String {
    /// Returns the text, or its beginning with an ellipsis if it has more than `limit` bytes. Complexity: O(limit).
    package func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let beginning = self[..<utf8.index(startIndex, offsetBy: limit - "…".utf8.count)]
        // The last character may continue after the beginning.
        return String(String(beginning).dropLast()) + "…"
    }
}
