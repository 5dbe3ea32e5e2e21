import FermataDomain
import Foundation

/// A page of songs: the result of a search, or the songs of an album.
struct SongPage: Decodable, Sendable {
    let songs: [Result<SubsonicSong, InvalidElement>]

    private enum Key: String, CodingKey {
        case searchResult3, album
    }

    private struct Songs: Decodable {
        let song: LenientList<SubsonicSong>?

        private enum Key: String, CodingKey {
            case song
        }

        init(from decoder: any Decoder) throws {
            song = try decoder.container(keyedBy: Key.self).list(.song)
        }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let key = values.contains(.album) ? Key.album : .searchResult3
        songs = try values.decode(Songs.self, forKey: key).song?.elements ?? []
    }
}

/// A page of the list of albums.
struct AlbumPage: Decodable, Sendable {
    let ids: [String]

    private enum Key: String, CodingKey {
        case albumList2
    }

    private struct Albums: Decodable {
        let album: LenientList<ItemReference>?

        private enum Key: String, CodingKey {
            case album
        }

        init(from decoder: any Decoder) throws {
            album = try decoder.container(keyedBy: Key.self).list(.album)
        }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        ids = try values.decode(Albums.self, forKey: .albumList2).album?.valid.map(\.id) ?? []
    }
}
