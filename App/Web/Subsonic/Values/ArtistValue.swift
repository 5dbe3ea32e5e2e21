import FermataDomain
import Foundation

/// An artist, with albums if it was requested itself.
struct ArtistValue: SubsonicValue {
    let name: String
    let annotations: SubjectAnnotations
    var albumCount: Int?
    var albums: [AlbumValue]?

    func write(to writer: inout some SubsonicWriter) {
        let id = SubsonicID.artist(ArtistName(name)).text
        writer.member("id", id)
        writer.member("name", name)
        writer.member("coverArt", id)
        writer.member("albumCount", albumCount ?? albums?.count)
        // The library does not store when a person bookmarked the artist, nor when it first had the artist.
        writer.member("starred", annotations.isBookmarked ? SubsonicDate.text(.init(timeIntervalSince1970: 0)) : nil)
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
