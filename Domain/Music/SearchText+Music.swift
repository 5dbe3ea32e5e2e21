extension SearchText {
    public init(of music: Music) {
        self.init(title: music.title, artist: music.artist, album: music.album)
    }
}
