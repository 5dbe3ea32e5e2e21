import FermataDomain

extension MusicCellModel {
    /// The row as one sentence for a screen reader, without unknown values.
    public var accessibilityLabel: String {
        let artist = music.artist.onOneLine
        let album = music.album.onOneLine
        let duration = DurationText(music.duration).spoken
        var sentence = music.title.onOneLine
        if !artist.isEmpty { sentence += " by " + artist }
        if !album.isEmpty { sentence += ", from " + album }
        if !duration.isEmpty { sentence += ", " + duration }
        if isBookmarked { sentence += ", bookmarked" }
        if isDownloaded { sentence += ", downloaded" }
        if isExplicit { sentence += ", explicit" }
        return sentence
    }
}
