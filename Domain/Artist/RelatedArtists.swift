/// The rule by which artists are related: by the playlists that hold music of both.
///
/// A playlist that holds music of n artists weighs 1,000,000,000 / (n - 1), rounded down: one with few artists tells
/// more of each pair than one with many. The weights of all shared playlists are summed up. Closest come first, then who
/// shares more playlists, then by name. Music without an artist's name counts for nothing.
/// Source: M. E. J. Newman, "Scientific collaboration networks. II", Phys. Rev. E 64, 016132 (2001), equation 2.
public enum RelatedArtists {
    /// What all playlists of two artists weigh.
    public static let unit = 1_000_000_000

    /// Whoever shares playlists with the artist, closest first, each with the music that is theirs. O(n log n).
    ///
    /// `playlists` holds the music of each playlist, and `music` all there is, both as the listener may have it.
    public static func related(to artist: String, playlists: [[Music]], among music: [Music]) -> [RelatedArtist] {
        let wanted = ArtistName(artist)
        var shared: [ArtistName: (playlists: Int, closeness: Int)] = [:]
        for playlist in playlists {
            let names = Set(playlist.filter { !$0.artist.isEmpty }.map { ArtistName($0.artist) })
            guard names.count > 1, names.contains(wanted) else { continue }
            for name in names where name != wanted {
                shared[name, default: (0, 0)].playlists += 1
                shared[name, default: (0, 0)].closeness += unit / (names.count - 1)
            }
        }
        let theirs = Dictionary(grouping: music) { ArtistName($0.artist) }
        return
            shared
            .map { name, share in
                (
                    key: name,
                    artist: RelatedArtist(
                        artist: Artist(of: theirs[name] ?? []), sharedPlaylists: share.playlists,
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
        if lhs.key.key != rhs.key.key { return lhs.key.key < rhs.key.key }
        return (lhs.key.raw ?? "").utf8.lexicographicallyPrecedes((rhs.key.raw ?? "").utf8)
    }
}

extension Artist {
    /// The artist of some music that is all by one.
    public init(of music: [Music]) {
        let counts = Dictionary(grouping: music, by: { Array($0.artist.utf8) }).mapValues(\.count)
        let name = counts.min {
            $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
        }
        self.init(name: name.map { String(decoding: $0.key, as: UTF8.self) } ?? "", trackCount: music.count)
    }
}
