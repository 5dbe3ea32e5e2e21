import Foundation

/// A page of songs: the result of a search, or the songs of an album.
struct SongPage: SubsonicContent {
    static let list: String? = Key.song.rawValue
    private(set) var songs: [Result<SubsonicSong, InvalidElement>]

    private enum Key: String, CodingKey {
        case searchResult3, album, song
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        songs = try values.list(.song, in: values.contains(.album) ? .album : .searchResult3)
    }

    mutating func add(_ elements: [Result<SubsonicSong, InvalidElement>]) { songs += elements }
}

/// A page of the list of albums.
struct AlbumPage: SubsonicContent {
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

    static let list: String? = Key.album.rawValue
    private(set) var albums: [Album] = []

    private enum Key: String, CodingKey {
        case albumList2, album
    }

    init(from decoder: any Decoder) throws {
        add(try decoder.container(keyedBy: Key.self).list(.album, in: .albumList2))
    }

    mutating func add(_ elements: [Result<Album, InvalidElement>]) { albums += elements.compactMap { try? $0.get() } }
}
