import FermataDomain
import Foundation

/// A page of songs: the result of a search, or the songs of an album.
struct SongPage: SubsonicContent {
    static let list: String? = Key.song.rawValue
    /// The artist of the album; empty for the result of a search.
    let albumArtist: String
    private(set) var songs: [Result<SubsonicSong, InvalidElement>]

    private enum Key: String, CodingKey {
        case searchResult3, album, song, displayArtist, artist
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let album = try? values.nestedContainer(keyedBy: Key.self, forKey: .album)
        let names = [Key.displayArtist, .artist].lazy.compactMap { try? album?.text($0) }
        albumArtist = names.first { !$0.isEmpty }?.cut(to: TextLimits.name) ?? ""
        songs = try values.list(.song, in: values.contains(.album) ? .album : .searchResult3)
    }

    mutating func add(_ elements: [Result<SubsonicSong, InvalidElement>]) { songs += elements }
}

/// A page of the list of albums.
struct AlbumPage: SubsonicContent {
    struct Album: Decodable, Sendable {
        private static let nameBytes = 200
        let id: String
        let name: String
        /// Nil if the server does not report it.
        let songCount: Int?

        private enum Key: String, CodingKey {
            case name, songCount
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            id = try ItemReference(from: decoder).id
            name = ((try? values.text(.name)) ?? "").cut(to: Self.nameBytes)
            songCount = values.count(.songCount)
        }

        /// An album of which only the id can be read.
        fileprivate init(id: String) {
            (self.id, name, songCount) = (id, "", nil)
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

    mutating func add(_ elements: [Result<Album, InvalidElement>]) {
        albums += elements.compactMap { element in
            switch element {
            case .success(let album): album
            case .failure(let invalid): invalid.id.map { Album(id: $0) }
            }
        }
    }
}
