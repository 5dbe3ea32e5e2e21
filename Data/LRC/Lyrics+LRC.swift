public import FermataDomain

extension Lyrics {
    /// Reads the text of lyrics, with time codes or without.
    public init(lrc text: String) {
        var text = text
        self = text.withUTF8(LRCParser.parse)
    }
}
