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

/// A song as a server describes it (`Child`).
///
/// Source: https://opensubsonic.netlify.app/docs/responses/child/
struct SubsonicSong: Decodable, Sendable {
    /// The song without addresses.
    private let song: RemoteMusic
    private let artwork: String?
    /// Whether it is a video or a podcast.
    let isNotMusic: Bool

    var id: String { song.key }

    private enum Key: String, CodingKey {
        case id, title, artist, displayArtist, artists, album, displayAlbumArtist, albumArtists
        case duration, discNumber, track, year, genre, coverArt, explicitStatus
        case playCount, userRating, musicBrainzId, isVideo, isDir, type, path
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let id = try values.id(.id)
        let title = try values.text(.title)
        let names = try [values.text(.displayArtist), values.text(.artist)].compactMap { $0 }
        let album = try values.text(.album) ?? ""
        // Servers send no title for some files without tags.
        let path = Self.isBlank(title) ? try? values.text(.path).map { PathTags($0) } : nil
        guard !Self.isBlank(title) || !Self.isBlank(path?.title) else {
            throw title == nil
                ? RecordError.missing(field: Key.title.rawValue) : .empty(field: Key.title.rawValue)
        }
        song = RemoteMusic(
            key: id, title: path?.title ?? title ?? "", artist: names.first { !$0.isEmpty } ?? path?.artist ?? "",
            artists: Self.names(in: values, .artists),
            album: album.isEmpty ? path?.album ?? "" : album, albumArtist: Self.albumArtist(values),
            duration: .seconds(min(max(0, values.number(.duration) ?? 0), CatalogueRecord.maximumDuration)),
            disc: values.count(.discNumber).flatMap { $0 > 0 ? $0 : nil },
            track: values.count(.track).flatMap { $0 > 0 ? $0 : nil } ?? path?.track,
            genre: try values.text(.genre).flatMap { $0.isEmpty ? nil : $0 },
            explicit: try values.text(.explicitStatus).flatMap { ExplicitStatus(rawValue: $0) } ?? .unknown,
            popularity: values.count(.playCount).map(Double.init),
            released: values.number(.year).flatMap { ReleaseDate(year: $0) },
            rating: values.count(.userRating).flatMap(Rating.init),
            recording: (try? values.text(.musicBrainzId))?.flatMap { MusicBrainzID($0) }, needsKey: true)
        artwork = try values.text(.coverArt).flatMap { $0.isEmpty || $0.utf8.count > TextLimits.key ? nil : $0 }
        let type = try values.text(.type)
        isNotMusic =
            (try? values.decode(Bool.self, forKey: .isVideo)) == true
            || (try? values.decode(Bool.self, forKey: .isDir)) == true || (type ?? "music") != "music"
    }

    /// Whether a text has only white space, or is missing.
    private static func isBlank(_ text: String?) -> Bool {
        text?.unicodeScalars.contains { !$0.properties.isWhitespace } != true
    }

    /// The artist of the song's album; empty if the server does not send it with the song.
    private static func albumArtist(_ values: KeyedDecodingContainer<Key>) -> String {
        if let name = try? values.text(.displayAlbumArtist), !isBlank(name) { return name }
        return names(in: values, .albumArtists).filter { !isBlank($0) }.joined(separator: ", ")
    }

    /// The names of a list of artists (`ArtistID3`); invalid ones are ignored.
    private static func names(in values: KeyedDecodingContainer<Key>, _ key: Key) -> [String] {
        let list = try? values.decodeIfPresent(LenientList<NamedArtist>.self, forKey: key)
        return list?.elements.compactMap { try? $0.get().name } ?? []
    }

    private struct NamedArtist: Decodable {
        let name: String

        private enum Key: String, CodingKey {
            case name
        }

        init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: Key.self).text(.name) ?? ""
        }
    }

    /// The song with addresses on its server. `albumArtist` is that of the list of the album's songs.
    func music(on server: SubsonicServer, albumArtist: String) -> RemoteMusic {
        var music = song
        if music.albumArtist.isEmpty { music.albumArtist = albumArtist }
        music.artworkURL = artwork.map { server.address(of: .artwork($0)) }
        music.audioURL = server.address(of: .audio(id))
        return music
    }
}
