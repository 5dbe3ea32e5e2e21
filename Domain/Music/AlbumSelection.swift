/// Selects the songs of an album, or of all albums of a name.
public struct AlbumSelection: Hashable, Sendable {
    /// The album's name, compared as `ArtistName` compares names.
    public var name: String
    /// The album's artist, compared in the same way; nil for any.
    public var artist: String?
    public var release: AlbumRelease

    public init(_ name: String, by artist: String? = nil, release: AlbumRelease = .any) {
        self.name = name
        self.artist = artist
        self.release = release
    }

    /// Whether a song is selected.
    public func contains(_ song: Music) -> Bool {
        ArtistName(song.album) == ArtistName(name)
            && (artist.map { ArtistName($0) == ArtistName(song.albumArtistName) } ?? true)
            && release.contains(song.release)
    }
}

/// Which songs of one album name and artist an album has.
///
/// They are one album, unless they state two or more different MusicBrainz releases. Then each release is an album, and
/// the songs without a release are one more.
public enum AlbumRelease: Hashable, Sendable {
    /// All songs.
    case any
    /// The songs of a release.
    case known(MusicBrainzID)
    /// The songs that state no release.
    case without

    /// Whether a song with a release, or without one, is selected.
    public func contains(_ release: MusicBrainzID?) -> Bool {
        switch self {
        case .any: true
        case .known(let id): release == id
        case .without: release == nil
        }
    }

    /// The release that the album of these songs has while its name has fewer or more releases: `any` for one of several,
    /// the only stated one for `any`.
    package func alternative(of songs: some Sequence<MusicBrainzID?>) -> AlbumRelease {
        guard self == .any else { return .any }
        return songs.lazy.compactMap(\.self).first.map(AlbumRelease.known) ?? .without
    }

    /// Returns the albums of songs with one name and artist, which state these releases.
    package static func releases(of songs: some Sequence<MusicBrainzID?>) -> [AlbumRelease] {
        let stated = Set(songs)
        let known = stated.compactMap(\.self).sorted()
        if known.count < 2 { return [.any] }
        return known.map(AlbumRelease.known) + (stated.contains(nil) ? [.without] : [])
    }
}

/// The names that identify albums: two albums of one name have different artists.
package struct AlbumKey: Hashable, Sendable {
    package let name: ArtistName
    package let artist: ArtistName

    /// Returns nil for a blank name, because songs without an album's name belong to no album.
    package init?(_ name: String, by artist: String) {
        self.init(name: ArtistName(name), artist: ArtistName(artist))
    }

    /// Returns nil for a blank name.
    package init?(name: ArtistName, artist: ArtistName) {
        if name.raw?.isBlank == true { return nil }
        (self.name, self.artist) = (name, artist)
    }

    /// Returns nil for a song without an album.
    package init?(of song: Music) { self.init(song.album, by: song.albumArtistName) }
}

extension Music {
    /// The id of the song's album if no other one has its names; nil for a song without an album.
    package var albumIDWithoutNamesakes: AlbumID? { AlbumKey(of: self).map { AlbumID($0, .any) } }
}

/// The albums of songs.
package struct AlbumGroups: Sendable {
    private let releases: [AlbumKey: [AlbumRelease]]

    /// O(n) for n songs.
    package init(of music: [Music]) {
        releases = Dictionary(grouping: music) { AlbumKey(of: $0) }.reduce(into: [:]) { releases, group in
            if let key = group.key { releases[key] = AlbumRelease.releases(of: group.value.map(\.release)) }
        }
    }

    /// Returns the id of a song's album; nil for a song without one.
    package func id(of song: Music) -> AlbumID? {
        guard let key = AlbumKey(of: song) else { return nil }
        return releases[key]?.first { $0.contains(song.release) }.map { AlbumID(key, $0) }
    }

    /// Returns the songs of each album, in no order.
    package static func songs(of music: [Music]) -> [(release: AlbumRelease, songs: [Music])] {
        Dictionary(grouping: music) { AlbumKey(of: $0) }.filter { $0.key != nil }.values.flatMap { songs in
            AlbumRelease.releases(of: songs.map(\.release)).map { release in
                (release, songs.filter { release.contains($0.release) })
            }
        }
    }
}
