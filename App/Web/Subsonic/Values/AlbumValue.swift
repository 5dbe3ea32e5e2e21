import FermataDomain

/// An album with its id as the API's newer routes return it.
struct AlbumValue: SubsonicValue {
    let album: Album
    /// The songs of an album that was requested itself.
    var songs: [SongValue]?

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", SubsonicID.album(album.id).text)
        writer.member("name", album.name)
        album.writeShared(to: &writer)
        if let songs { writer.list("song", songs) }
    }
}

/// An album as a folder of its artist's folder.
struct AlbumFolderValue: SubsonicValue {
    let album: Album

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", SubsonicID.album(album.id).text)
        writer.member("isDir", true)
        writer.member("title", album.name)
        writer.member("name", album.name)
        writer.member("album", album.name)
        writer.member("parent", SubsonicID.text(ofArtist: album.artist))
        writer.member("mediaType", "album")
        album.writeShared(to: &writer)
    }
}

extension Album {
    /// The members that both forms of an album have.
    fileprivate func writeShared(to writer: inout some SubsonicWriter) {
        writer.member("artist", artist)
        writer.member("artistId", SubsonicID.text(ofArtist: artist))
        writer.member("displayArtist", nonempty: artist)
        writer.member("songCount", songCount)
        writer.member("duration", Int(duration.components.seconds))
        writer.member("created", SubsonicDate.text(added))
        writer.member("year", released?.year)
        writer.member("genre", genres.first)
        writer.member("coverArt", artwork == nil ? nil : SubsonicID.album(id).text)
        writer.member(
            "starred", annotations.isBookmarked ? SubsonicDate.text(annotations.bookmarked ?? added) : nil)
        writer.member("userRating", annotations.rating?.rawValue)
        writer.member("playCount", plays == 0 ? nil : plays)
        writer.member("played", lastPlayed.map(SubsonicDate.text))
        writer.member("explicitStatus", explicit.subsonicText)
        if case .known(let release) = release { writer.member("musicBrainzId", release.description) }
        if let released { writer.object("releaseDate", DateValue(date: released)) }
        writer.list("genres", genres.map(NameValue.init))
        writer.list("artists", ArtistReference.list([artist]))
    }
}

/// A date of which the month and the day may be unknown.
private struct DateValue: SubsonicValue {
    let date: ReleaseDate

    func write(to writer: inout some SubsonicWriter) {
        writer.member("year", date.year)
        writer.member("month", date.month)
        writer.member("day", date.day)
    }
}
