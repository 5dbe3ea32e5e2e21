public import FermataDomain

extension PlaylistID {
    /// The id of a playlist: made as that of a record, of a key that no record has.
    public init(source: String, key: String) {
        self.init(MusicID(source: source, key: "playlist\0" + key).value)
    }

    var stored: Int64 { Int64(bitPattern: value) }
}
