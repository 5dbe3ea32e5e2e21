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
        groups(of: Dictionary(grouping: genres, by: \.self).mapValues(\.count)).sorted {
            firstDifference(compare($1.songCount, $0.songCount), compareCodePoints($0.name, $1.name)) < 0
        }.map(\.name)
    }

    /// Merges the spellings of each genre; `counts` has the number of songs of each spelling.
    package static func groups(of counts: [String: Int]) -> [GenreSpellings] {
        Dictionary(grouping: counts.filter { !$0.key.isBlank }) { ArtistName($0.key) }.map { key, counts in
            let sorted = counts.sorted {
                firstDifference(compare($1.value, $0.value), compareCodePoints($0.key, $1.key)) < 0
            }
            return GenreSpellings(
                key: key, spellings: sorted.map(\.key), songCount: counts.reduce(0) { $0 + $1.value })
        }
    }
}

/// The spellings of a genre, the most frequent one first, and the number of its songs.
package struct GenreSpellings: Sendable {
    package let key: ArtistName
    package let spellings: [String]
    package let songCount: Int

    package var name: String { spellings[0] }
}

extension [GenreSpellings] {
    /// Returns a window of the genres in order.
    package func sorted(in order: GenreOrder, window: Window) -> ArraySlice<GenreSpellings> {
        let all = sorted { lhs, rhs in
            let count = order == .songs ? compare(rhs.songCount, lhs.songCount) : 0
            return firstDifference(count, compare(lhs.key, rhs.key)) < 0
        }
        return all.dropFirst(window.offset).prefix(window.limit ?? .max)
    }
}

/// The specification of the genres of a library.
extension Genre {
    /// Returns a window of the genres of a library's music that a filter allows, in order. O(n log n).
    public static func genres(
        of music: [Music], in order: GenreOrder, allowing filter: ExplicitFilter, window: Window
    ) -> [Genre] {
        let allowed = music.filter { filter.allows($0.explicit) }
        let counts = Dictionary(grouping: allowed.compactMap(\.genre), by: \.self).mapValues(\.count)
        let albums = AlbumGroups.songs(of: allowed).map { Set($0.songs.compactMap(\.genre).map { ArtistName($0) }) }
        return GenreName.groups(of: counts).sorted(in: order, window: window).map { genre in
            Genre(
                name: genre.name, songCount: genre.songCount, albumCount: albums.count { $0.contains(genre.key) })
        }
    }
}
