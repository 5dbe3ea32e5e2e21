public import Foundation

/// An album of the library, with the values of those of its songs that the listener may see.
///
/// Values without a rule of their own are those of the album's first song in `SortOrder.album`.
public struct Album: Equatable, Sendable, Identifiable {
    public let id: AlbumID
    public var name: String
    /// The artist of the album; see `AlbumArtist`.
    public var artist: String
    /// Which songs of this name and artist the album has.
    public var release: AlbumRelease
    /// The latest date of the songs.
    public var released: ReleaseDate?
    /// The genres of the songs, the most frequent one first; see `GenreName`.
    public var genres: [String]
    /// The number of different discs. Songs without a disc are on one of their own.
    public var discCount: Int
    public var songCount: Int
    public var duration: Duration
    /// Explicit if any song is, clean if all are, otherwise unknown.
    public var explicit: ExplicitStatus
    /// The first song with artwork.
    public var artwork: MusicID?
    /// When the library stored the latest of the songs, rounded down to seconds.
    public var added: Date
    /// How often the songs were played.
    public var plays: Int
    /// When the last play of a song began, rounded down to seconds; nil if none was played.
    public var lastPlayed: Date?
    /// What a person has set on the album, rather than on its songs.
    public var annotations: SubjectAnnotations

    public init(
        id: AlbumID, name: String, artist: String = "", release: AlbumRelease = .any, released: ReleaseDate? = nil,
        genres: [String] = [], discCount: Int = 1, songCount: Int = 0, duration: Duration = .zero,
        explicit: ExplicitStatus = .unknown, artwork: MusicID? = nil, added: Date = .distantPast, plays: Int = 0,
        lastPlayed: Date? = nil, annotations: SubjectAnnotations = SubjectAnnotations()
    ) {
        self.id = id
        self.name = name
        self.artist = artist
        self.release = release
        self.released = released
        self.genres = genres
        self.discCount = discCount
        self.songCount = songCount
        self.duration = duration
        self.explicit = explicit
        self.artwork = artwork
        self.added = added
        self.plays = plays
        self.lastPlayed = lastPlayed
        self.annotations = annotations
    }

    /// The songs of the album.
    public var selection: AlbumSelection { AlbumSelection(name, by: artist, release: release) }
}

extension Album {
    /// Creates an album from its songs in the order of its tracks; nil without songs, or if they have no album's name.
    ///
    /// O(n).
    package init?(inOrder songs: [Music], _ release: AlbumRelease) {
        guard let first = songs.first, let key = AlbumKey(of: first) else { return nil }
        self.init(
            id: AlbumID(key, release), name: first.album, artist: first.albumArtistName, release: release,
            released: songs.compactMap(\.released).max(), genres: GenreName.names(of: songs.compactMap(\.genre)),
            discCount: Set(songs.map(\.disc)).count, songCount: songs.count,
            duration: songs.reduce(.zero) { $0 + $1.duration }, explicit: Self.explicit(songs.map(\.explicit)),
            artwork: songs.first { $0.artworkURL != nil }?.id, added: songs.map(\.added).max() ?? .distantPast,
            plays: songs.reduce(0) { $0.adding(saturating: $1.plays) },
            lastPlayed: songs.compactMap(\.lastPlayed).max())
    }

    private static func explicit(_ songs: [ExplicitStatus]) -> ExplicitStatus {
        songs.contains(.explicit) ? .explicit : songs.allSatisfy { $0 == .clean } ? .clean : .unknown
    }
}

extension AnnotatedSubject {
    public init(_ album: Album) {
        self = .album(album.id, name: album.name, artist: album.artist)
    }
}

extension BookmarkTimeRepository {
    /// Returns albums with the times of their bookmarks.
    public func dated(_ albums: [Album]) async throws -> [Album] {
        var dated = albums
        let annotations = try await self.dated(albums.map(\.annotations)) { AnnotatedSubject(albums[$0]) }
        for (place, value) in zip(albums.indices, annotations) { dated[place].annotations = value }
        return dated
    }
}

/// An error about one album.
public enum AlbumError: Error, Equatable, Sendable {
    /// No album has this id, and no album's name contains the text; see `CloseNames`.
    case notFound(String, close: [Album] = [])
    /// Several albums' names contain the text.
    case ambiguousName(String, candidates: [Album])
}
