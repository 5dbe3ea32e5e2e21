public import FermataDomain

extension PlaylistID {
    /// Derives a playlist's id like a record's id, from a key that no record has.
    public init(source: String, key: String) {
        self.init(MusicID(source: source, key: "playlist\0" + key).value)
    }

    var stored: Int64 { Int64(bitPattern: value) }
}
