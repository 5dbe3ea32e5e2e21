import Foundation

/// A page of songs: the result of a search, or the songs of an album.
struct SongPage: Decodable, Sendable {
    let songs: [Result<SubsonicSong, InvalidElement>]

    private enum Key: String, CodingKey {
        case searchResult3, album, song
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        songs = try values.list(.song, in: values.contains(.album) ? .album : .searchResult3)
    }
}

/// A page of the list of albums.
struct AlbumPage: Decodable, Sendable {
    struct Album: Decodable, Sendable {
        let id: String
        /// Nil if the server does not report it.
        let songCount: Int?

        private enum Key: String, CodingKey {
            case songCount
        }

        init(from decoder: any Decoder) throws {
            id = try ItemReference(from: decoder).id
            songCount = try decoder.container(keyedBy: Key.self).count(.songCount)
        }
    }

    let albums: [Album]

    private enum Key: String, CodingKey {
        case albumList2, album
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        albums = try values.list(.album, in: .albumList2, of: Album.self).compactMap { try? $0.get() }
    }
}
