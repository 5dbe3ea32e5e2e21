/// A genre of songs, as their sources write it.
public struct Genre: Equatable, Sendable {
    /// The most frequent spelling; see `GenreName`.
    public var name: String
    public var songCount: Int
    /// The number of albums with a song of the genre.
    public var albumCount: Int

    public init(name: String, songCount: Int, albumCount: Int) {
        self.name = name
        self.songCount = songCount
        self.albumCount = albumCount
    }
}

/// The orders of genres; equal ones follow in the order of names.
public enum GenreOrder: String, Sendable, CaseIterable {
    /// Most songs first.
    case songs
    case name
}

/// The rule for the names of genres.
///
/// The text of a song's genre is one genre, also if it lists several. Names that compare equal, as `ArtistName` compares
/// them, are one genre, written as most songs write it, or else the first by code point. Blank text is no genre.
package enum GenreName {
    /// Returns the different genres of songs, the most frequent one first, then by code point.
    package static func names(of genres: [String]) -> [String] {
        let counts = Dictionary(grouping: genres, by: \.self).mapValues(\.count)
        return groups(of: counts).sorted {
            let order = first(compare($1.count, $0.count), compareCodePoints($0.name, $1.name))
            return order < 0
        }.map(\.name)
    }

    /// Merges the spellings of each genre; `counts` has the number of songs of each spelling.
    package static func groups(of counts: [String: Int]) -> [(key: ArtistName, name: String, count: Int)] {
        Dictionary(grouping: counts.filter { !$0.key.isBlank }) { ArtistName($0.key) }.map { key, spellings in
            let most = spellings.min {
                first(compare($1.value, $0.value), compareCodePoints($0.key, $1.key)) < 0
            }
            return (key, most?.key ?? "", spellings.reduce(0) { $0 + $1.value })
        }
    }
}

extension Genre {
    /// Returns a window of the genres of a library's music that a filter allows, in order. O(n log n).
    public static func genres(
        of music: [Music], in order: GenreOrder, allowing filter: ExplicitFilter, window: Window
    ) -> [Genre] {
        let allowed = music.filter { filter.allows($0.explicit) }
        let songs = Dictionary(grouping: allowed.compactMap(\.genre), by: \.self).mapValues(\.count)
        let albums = AlbumGroups.songs(of: allowed).map { Set($0.songs.compactMap(\.genre)) }
        return genres(songs: songs, albums: albums, in: order, window: window)
    }

    /// Counts genres; `songs` has the number of songs of each spelling, and `albums` the spellings of each album.
    package static func genres(
        songs: [String: Int], albums: some Sequence<Set<String>>, in order: GenreOrder, window: Window
    ) -> [Genre] {
        var counts: [ArtistName: Int] = [:]
        for genres in albums {
            for key in Set(genres.map { ArtistName($0) }) { counts[key, default: 0] += 1 }
        }
        let genres = GenreName.groups(of: songs).sorted { lhs, rhs in
            let count = order == .songs ? compare(rhs.count, lhs.count) : 0
            return first(count, compare(lhs.key, rhs.key)) < 0
        }
        return genres.dropFirst(window.offset).prefix(window.limit ?? .max).map { genre in
            Genre(name: genre.name, songCount: genre.count, albumCount: counts[genre.key] ?? 0)
        }
    }
}
