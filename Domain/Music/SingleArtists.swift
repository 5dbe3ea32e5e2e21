import Foundation

/// The rule for the single artists of a song that several artists share, such as “Queen & David Bowie”.
public enum SingleArtists {
    /// The largest number of names of a song; further ones are ignored.
    public static let limit = 32

    /// Returns the different names that a source states for a song, in the order of `ArtistName`.
    ///
    /// Fewer than two different names are no list of artists, so the result is empty.
    static func stated(_ names: [String]) -> [String] {
        guard names.count > 1 else { return [] }
        var different: [String] = []
        var known: Set<ArtistName> = []
        for name in names where different.count < limit {
            let name = name.cut(to: TextLimits.name).trimmingCharacters(in: .whitespacesAndNewlines)
            if !name.isEmpty, known.insert(ArtistName(name)).inserted { different.append(name) }
        }
        return different.count > 1 ? union(different, besides: "") : []
    }

    /// Returns the single artists of a song that shows an artist, when a source states `names` for it.
    ///
    /// While several sources share the song, the artists that are `stored` stay, because other sources have stated them.
    public static func names(
        _ names: [String], besides artist: String, stored: [String], isShared: Bool
    ) -> [String] {
        union((isShared ? stored : []) + names, besides: artist)
    }

    /// Returns different names in the order of `ArtistName`, without the artist that the song shows.
    ///
    /// Of equal names, the first one is used.
    public static func union(_ names: [String], besides artist: String) -> [String] {
        var found: [ArtistName: String] = [:]
        for name in names where found[ArtistName(name)] == nil { found[ArtistName(name)] = name }
        if !artist.isEmpty { found[ArtistName(artist)] = nil }
        return found.sorted { $0.key < $1.key }.prefix(limit).map(\.value)
    }
}
