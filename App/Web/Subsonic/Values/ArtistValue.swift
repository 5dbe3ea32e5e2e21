import FermataDomain
import Foundation

/// An artist, with albums if it was requested itself.
struct ArtistValue: SubsonicValue {
    let name: String
    let annotations: SubjectAnnotations
    /// An album with a picture; nil if the artist has none.
    var artwork: AlbumID?
    var albumCount: Int?
    var albums: [AlbumValue]?

    func write(to writer: inout some SubsonicWriter) {
        let id = SubsonicID.artist(ArtistName(name)).text
        writer.member("id", id)
        writer.member("name", name)
        writer.member("coverArt", artwork.map { SubsonicID.album($0).text })
        writer.member("albumCount", albumCount ?? albums?.count)
        // Apps show a star by this member; the library may not know when it was set, nor when it first had the artist.
        let bookmarked = annotations.bookmarked ?? Date(timeIntervalSince1970: 0)
        writer.member("starred", annotations.isBookmarked ? SubsonicDate.text(bookmarked) : nil)
        writer.member("userRating", annotations.rating?.rawValue)
        if let albums { writer.list("album", albums) }
    }
}

/// The artists whose names begin with a letter.
struct ArtistIndexValue: SubsonicValue {
    let letter: String
    let artists: [ArtistValue]

    func write(to writer: inout some SubsonicWriter) {
        writer.member("name", letter)
        writer.list("artist", artists)
    }
}
