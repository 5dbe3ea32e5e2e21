import Foundation

/// The rule for the single artists of a song that several artists share, such as “Queen & David Bowie”.
public enum SingleArtists {
    /// The largest number of names that a source may state; further ones are ignored.
    public static let limit = 32

    /// Returns the single artists that a source states for a song, without the artist that the song shows.
    ///
    /// Fewer than two different names are no list of artists, so the result is empty.
    public static func stated(_ names: [String], besides artist: String) -> [String] {
        guard names.count > 1 else { return [] }
        var different: [String] = []
        var known: Set<ArtistName> = []
        for name in names where different.count < limit {
            let name = name.cut(to: TextLimits.name).trimmingCharacters(in: .whitespacesAndNewlines)
            if !name.isEmpty, known.insert(ArtistName(name)).inserted { different.append(name) }
        }
        return different.count > 1 ? union(different, besides: artist) : []
    }

    /// Returns different names in the order of `ArtistName`, without the artist that the song shows.
    ///
    /// Of equal names, the first one is used.
    public static func union(_ names: [String], besides artist: String) -> [String] {
        var found: [ArtistName: String] = [:]
        for name in names where found[ArtistName(name)] == nil { found[ArtistName(name)] = name }
        found[ArtistName(artist)] = nil
        return found.sorted { $0.key < $1.key }.map(\.value)
    }
}
