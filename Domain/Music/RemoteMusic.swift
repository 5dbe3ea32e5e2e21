public import Foundation

/// A song as a source provides it, without the values that only the library has.
///
/// Its texts are cut to `TextLimits`.
public struct RemoteMusic: Equatable, Sendable {
    /// The music's identity within its source.
    public var key: String
    public var title: String
    public var artist: String
    /// The single artists if the song has several, in the order of `ArtistName`; see `SingleArtists`.
    public let artists: [String]
    public var album: String
    /// The artist of the album; empty if the source states none.
    public var albumArtist: String
    public var duration: Duration
    public var disc: Int?
    public var track: Int?
    public var genre: String?
    public var artworkURL: String?
    public var audioURL: String?
    public var lyrics: String
    public var explicit: ExplicitStatus
    public var popularity: Double?
    public var released: ReleaseDate?
    /// The rating that the source stores; nil without one.
    public var rating: Rating?
    /// The MusicBrainz id of the recording, if the source states one.
    public var recording: MusicBrainzID?
    /// The MusicBrainz id of the release, if the source states one.
    public var release: MusicBrainzID?
    /// When another library first stored the song; nil if it is new to the one that reads it.
    public var added: Date?
    /// Whether the library stores the key, because later requests to the source name the song by it.
    public var needsKey: Bool
    /// Whether a text was cut.
    public let isShortened: Bool

    public init(
        key: String, title: String, artist: String = "", artists: [String] = [], album: String = "",
        albumArtist: String = "", duration: Duration = .zero,
        disc: Int? = nil, track: Int? = nil, genre: String? = nil,
        artworkURL: String? = nil, audioURL: String? = nil, lyrics: String = "",
        explicit: ExplicitStatus = .unknown, popularity: Double? = nil, released: ReleaseDate? = nil,
        rating: Rating? = nil, recording: MusicBrainzID? = nil, release: MusicBrainzID? = nil, added: Date? = nil,
        needsKey: Bool = false
    ) {
        self.key = key
        self.title = title.cut(to: TextLimits.name)
        self.artist = artist.cut(to: TextLimits.name)
        self.artists = SingleArtists.stated(artists)
        self.album = album.cut(to: TextLimits.name)
        self.albumArtist = albumArtist.cut(to: TextLimits.name)
        self.duration = duration
        self.disc = disc
        self.track = track
        self.genre = genre?.cut(to: TextLimits.name)
        self.artworkURL = artworkURL.flatMap { $0.utf8.count > TextLimits.address ? nil : $0 }
        self.audioURL = audioURL.flatMap { $0.utf8.count > TextLimits.address ? nil : $0 }
        self.lyrics = lyrics.cut(to: TextLimits.lyrics)
        self.explicit = explicit
        self.popularity = popularity
        self.released = released
        self.rating = rating
        self.recording = recording
        self.release = release
        self.added = added
        self.needsKey = needsKey
        isShortened =
            title.utf8.count > TextLimits.name || artist.utf8.count > TextLimits.name
            || album.utf8.count > TextLimits.name || genre?.utf8.count ?? 0 > TextLimits.name
            || albumArtist.utf8.count > TextLimits.name || lyrics.utf8.count > TextLimits.lyrics
            || artists.contains { $0.utf8.count > TextLimits.name }
    }
}

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
    /// While several sources share the song, the artists that are `stored` stay, because other sources have stated
    /// them.
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

/// The sizes in bytes (UTF-8) to which the texts of sources are cut.
public enum TextLimits {
    /// A title, artist, album, artist of an album, genre or name of a playlist. No known title is longer.
    public static let name = 2_048
    /// The identity of a song or playlist within its source. A longer one is rejected: cut ones could be equal.
    public static let key = 4_096
    /// An address. A longer one is dropped: a cut one leads nowhere.
    public static let address = 16_384
    /// All lines of a song's lyrics.
    public static let lyrics = 1 << 20
    /// A server's description of an error.
    public static let message = 4_096
}

extension String {
    /// Returns the text, or its beginning with an ellipsis if it has more than `limit` bytes. Complexity: O(limit).
    package func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let beginning = self[..<utf8.index(startIndex, offsetBy: limit - "…".utf8.count)]
        // The last character may continue after the beginning.
        return String(String(beginning).dropLast()) + "…"
    }
}

/// The MusicBrainz id of a recording or a release: a UUID that different sources state for the same one.
///
/// Source: https://musicbrainz.org/doc/MusicBrainz_Identifier
public struct MusicBrainzID: Hashable, Sendable {
    public static let size = 16
    /// The UUID's bytes in the order in which they are written.
    public let bytes: SIMD16<UInt8>

    public init(_ bytes: SIMD16<UInt8>) {
        self.bytes = bytes
    }

    /// Reads a UUID of 36 characters; returns nil for other text and for the UUID of zeros.
    public init?(_ text: some StringProtocol) {
        let characters = Array(text.utf8)
        guard characters.count == 36 else { return nil }
        var (bytes, position) = (SIMD16<UInt8>(), 0)
        for (index, character) in characters.enumerated() {
            if [8, 13, 18, 23].contains(index) {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = character.hexDigit else { return nil }
            bytes[position / 2] = bytes[position / 2] << 4 | digit
            position += 1
        }
        guard bytes != SIMD16() else { return nil }
        self.bytes = bytes
    }
}

extension MusicBrainzID: Comparable {
    /// Compares byte by byte.
    public static func < (lhs: MusicBrainzID, rhs: MusicBrainzID) -> Bool {
        (0..<size).first { lhs.bytes[$0] != rhs.bytes[$0] }.map { lhs.bytes[$0] < rhs.bytes[$0] } ?? false
    }
}

extension MusicBrainzID: CustomStringConvertible {
    public var description: String {
        let digits = (0..<Self.size).map { index in
            let text = String(bytes[index], radix: 16)
            return ([4, 6, 8, 10].contains(index) ? "-" : "") + (text.count == 1 ? "0" : "") + text
        }
        return digits.joined()
    }
}
