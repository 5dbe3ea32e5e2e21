/// The rule that relates artists by the playlists that contain music of both.
///
/// A playlist with music of n artists has the weight 1,000,000,000 / (n - 1), rounded down: one with few artists says
/// more about each pair than one with many. The closeness of two artists is the sum of the weights of their shared
/// playlists. Artists are ordered by closeness, then by the number of shared playlists, then by name. Music without an
/// artist's name is ignored, and a song of several artists counts for each of them.
/// Source: M. E. J. Newman, "Scientific collaboration networks. II", Phys. Rev. E 64, 016132 (2001), equation 2.
public enum RelatedArtists {
    /// The weight of a playlist of two artists.
    public static let unit = 1_000_000_000

    /// Returns the artists who share playlists with an artist, closest first. O(n log n).
    ///
    /// `playlists` is the music of each playlist and `music` all music of the library; neither contains music that the
    /// listener may not see.
    public static func related(to artist: String, playlists: [[Music]], among music: [Music]) -> [RelatedArtist] {
        let name = ArtistName(artist)
        var shared: [ArtistName: (playlists: Int, closeness: Int)] = [:]
        for playlist in playlists {
            let names = Set(playlist.lazy.flatMap(\.allArtists).map { ArtistName($0) })
            guard names.count > 1, names.contains(name) else { continue }
            for other in names where other != name {
                shared[other, default: (0, 0)].playlists += 1
                shared[other, default: (0, 0)].closeness += unit / (names.count - 1)
            }
        }
        let spellings = Dictionary(grouping: music.lazy.flatMap(\.allArtists)) { ArtistName($0) }
        return
            shared
            .map { name, share in
                (
                    key: name,
                    artist: RelatedArtist(
                        artist: Artist(spelled: spellings[name] ?? []), sharedPlaylists: share.playlists,
                        closeness: share.closeness)
                )
            }
            .sorted(by: precedes).map(\.artist)
    }

    private static func precedes(
        _ lhs: (key: ArtistName, artist: RelatedArtist), _ rhs: (key: ArtistName, artist: RelatedArtist)
    ) -> Bool {
        let (left, right) = (lhs.artist, rhs.artist)
        if left.closeness != right.closeness { return left.closeness > right.closeness }
        if left.sharedPlaylists != right.sharedPlaylists { return left.sharedPlaylists > right.sharedPlaylists }
        return lhs.key < rhs.key
    }
}

extension Artist {
    /// Creates an artist from the spelling of the name in each of the artist's songs.
    public init(spelled names: [String]) {
        let counts = Dictionary(grouping: names, by: { Array($0.utf8) }).mapValues(\.count)
        let name = counts.min {
            $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
        }
        self.init(name: name.map { String(decoding: $0.key, as: UTF8.self) } ?? "", trackCount: names.count)
    }
}
