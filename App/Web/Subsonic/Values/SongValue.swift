import FermataDomain
package import Foundation

/// A song, which the API calls a child of its album.
struct SongValue: SubsonicValue {
    let song: Music
    /// Nil for a song without an album.
    let album: AlbumID?
    /// In bytes; nil if it is unknown.
    let size: Int64?
    /// When a person bookmarked it; nil if that is unknown.
    let bookmarked: Date?

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", song.id.description)
        writer.member("isDir", false)
        writer.member("title", song.title)
        let albumID = album.map { SubsonicID.album($0).text }
        let artists = ArtistReference.list(song.allArtists)
        let albumArtist = albumArtist(unless: artists.first)
        writer.member("parent", albumID)
        writer.member("albumId", albumID)
        writer.member("album", nonempty: song.album)
        writer.member("artist", nonempty: song.artist)
        writer.member("artistId", song.artist.isBlank ? nil : artists.first?.id)
        writer.member("displayArtist", nonempty: song.artist)
        writer.member("displayAlbumArtist", albumArtist?.name)
        writer.member("track", song.track)
        writer.member("discNumber", song.disc)
        writer.member("year", song.released?.year)
        writer.member("genre", song.genre)
        writer.member("coverArt", song.artworkURL == nil ? nil : albumID ?? song.id.description)
        writer.member("duration", Int(song.duration.components.seconds))
        // Apps such as Strawberry refuse a song without the member.
        writer.member("size", size.map(Int.init) ?? 0)
        let rate = AudioProperties(length: size).bitRate(lasting: song.duration)
        writer.member("bitRate", rate == 0 ? nil : rate)
        let file = AudioFileName(song)
        writer.member("suffix", file?.suffix)
        writer.member("contentType", file?.format.mediaType)
        writer.member("path", path(of: albumArtist?.name ?? "", suffix: file?.suffix))
        writer.member("type", "music")
        writer.member("mediaType", "song")
        writer.member("isVideo", false)
        writer.member("created", SubsonicDate.text(song.added))
        // Apps show a star by this member; the time of one that a source or an import has set is unknown.
        writer.member("starred", song.isBookmarked ? SubsonicDate.text(bookmarked ?? song.added) : nil)
        writer.member("userRating", song.rating?.rawValue)
        writer.member("playCount", song.plays == 0 ? nil : song.plays)
        writer.member("played", song.lastPlayed.map(SubsonicDate.text))
        writer.member("explicitStatus", song.explicit.subsonicText)
        writer.list("genres", (song.genre.map { [$0] } ?? []).map(NameValue.init))
        writer.list("artists", artists)
        writer.list("albumArtists", CollectionOfOne(albumArtist).compactMap(\.self))
    }

    /// The artist of the album, who most often is the song's own one; nil without a name.
    private func albumArtist(unless artist: ArtistReference?) -> ArtistReference? {
        let name = song.albumArtistName
        if name.isBlank { return nil }
        if let artist, artist.name.utf8.elementsEqual(name.utf8) { return artist }
        return ArtistReference(name: name)
    }

    /// Where the song would be in a folder of artists. Apps show it and name files by it; it is no path of this computer.
    private func path(of artist: String, suffix: String?) -> String {
        let number = [song.disc, song.track].compactMap { $0 }.map(String.init).joined(separator: "-")
        let name = (number.isEmpty ? "" : number + " ") + song.title
        let parts = [artist, song.album, name].filter { !$0.isEmpty }
        return parts.map(Self.fileName).joined(separator: "/") + (suffix.map { "." + $0 } ?? "")
    }

    /// A name that stays within its folder: without separators and controls, and without dots at its start.
    private static func fileName(_ name: String) -> String {
        let isSafe = name.utf8.first != UInt8(ascii: ".") && !name.unicodeScalars.contains(where: isReplaced)
        if isSafe { return name }
        let text = String(String.UnicodeScalarView(name.unicodeScalars.map { isReplaced($0) ? "_" : $0 }))
        return text.hasPrefix(".") ? "_" + text.dropFirst() : text
    }

    /// Whether a scalar is a separator or a control. Frequent scalars are found by their ranges, which is faster.
    private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "\\": true
        case " "..."~", "\u{C0}"..."\u{5FF}", "\u{3000}"..."\u{D7A3}": false
        default: CharacterSet.controlCharacters.contains(scalar)
        }
    }
}

/// The suffix of a song's audio file, as its address shows it.
private struct AudioFileName {
    let suffix: String
    let format: AudioFormat

    /// Returns nil if the address shows no known suffix.
    init?(_ song: Music) {
        guard let address = song.audioURL,
            let suffix = Self.plainSuffix(of: address) ?? URL(string: address)?.pathExtension.lowercased(),
            let format = AudioFormat(suffix: suffix)
        else { return nil }
        (self.suffix, self.format) = (suffix, format)
    }

    private static let schemes = ["http://", "https://", "file://"]

    /// The suffix of an address with nothing to decode, which needs no parsing: that takes as long as writing half of the
    /// song. Nil for any other address.
    private static func plainSuffix(of address: String) -> String? {
        var address = address
        return address.withUTF8 { bytes in
            guard let host = schemes.first(where: { bytes.starts(with: $0.utf8) })?.utf8.count,
                let root = bytes[host...].firstIndex(of: UInt8(ascii: "/")), isHost(bytes[host..<root]),
                let dot = bytes[root...].lastIndex(of: UInt8(ascii: ".")),
                bytes[root...].allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "/") }),
                // Names that begin with dots have no suffix.
                isNamePart(bytes[dot - 1]), bytes[(dot + 1)...].allSatisfy(isNamePart)
            else { return nil }
            return String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased()
        }
    }

    /// Whether these are the name of a host, and its port or none.
    private static func isHost(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let port = bytes.drop(while: isPlain)
        return port.isEmpty
            || port.first == UInt8(ascii: ":")
                && port.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether a byte stands for itself in a host and in a part of a path (RFC 3986, 2.3).
    private static func isPlain(_ byte: UInt8) -> Bool {
        isNamePart(byte) || byte == UInt8(ascii: ".")
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// A name in a list of genres.
struct NameValue: SubsonicValue {
    let name: String

    func write(to writer: inout some SubsonicWriter) { writer.member("name", name) }
}

/// An artist of a song or an album.
struct ArtistReference: SubsonicValue {
    let id: String
    let name: String

    init(name: String) { (id, self.name) = (SubsonicID.artist(ArtistName(name)).text, name) }

    /// References to the artists of names that are not blank.
    static func list(_ names: [String]) -> [ArtistReference] {
        names.filter { !$0.isBlank }.map(ArtistReference.init)
    }

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", id)
        writer.member("name", name)
    }
}

extension SubsonicWriter {
    /// Leaves an empty text out.
    mutating func member(_ name: StaticString, nonempty text: String) { member(name, text.isEmpty ? nil : text) }
}

extension ExplicitStatus {
    var subsonicText: String? {
        switch self {
        case .unknown: nil
        case .clean: "clean"
        case .explicit: "explicit"
        }
    }
}

/// The form of times: in UTC, with seconds (ISO 8601).
package enum SubsonicDate {
    private static let endOfYear9999 = 253_402_300_800.0

    /// Foundation's format takes several times as long.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`
    package static func text(_ date: Date) -> String {
        let time = date.timeIntervalSince1970
        guard (0..<endOfYear9999).contains(time) else { return date.formatted(.iso8601) }
        let (days, seconds) = (Int(time) / 86_400, Int(time) % 86_400)
        // Years begin in March, so that a leap day ends one. Eras of 400 years have the same number of days.
        let sinceMarch0 = days + 719_468
        let (era, dayOfEra) = (sinceMarch0 / 146_097, sinceMarch0 % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let numbers = [
            yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1, seconds / 3_600, seconds / 60 % 60, seconds % 60,
        ]
        return text(numbers)
    }

    /// The numbers of a date and time as `YYYY-MM-DDThh:mm:ssZ`.
    private static func text(_ numbers: [Int]) -> String {
        String(unsafeUninitializedCapacity: 20) { text in
            _ = text.initialize(fromContentsOf: "0000-00-00T00:00:00Z".utf8)
            var end = 4
            for number in numbers {
                var (rest, place) = (number, end)
                while rest > 0 {
                    place -= 1
                    text[place] += UInt8(rest % 10)
                    rest /= 10
                }
                end += 3
            }
            return text.count
        }
    }
}
