extension SearchText {
    /// Creates the text in which a song is searched.
    public init(of music: Music) {
        self.init(title: music.title, artist: music.artist, album: music.album)
    }
}
