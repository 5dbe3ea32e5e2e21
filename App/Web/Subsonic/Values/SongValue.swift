import FermataDomain
import Foundation

/// A song, which the API calls a child of its album.
struct SongValue: SubsonicValue {
    let song: Music
    /// Nil for a song without an album.
    let album: AlbumID?
    /// In bytes; nil if it is unknown.
    let size: Int64?

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", song.id.description)
        writer.member("isDir", false)
        writer.member("title", song.title)
        let albumID = album.map { SubsonicID.album($0).text }
        writer.member("parent", albumID)
        writer.member("albumId", albumID)
        writer.member("album", nonempty: song.album)
        writer.member("artist", nonempty: song.artist)
        writer.member("artistId", SubsonicID.text(ofArtist: song.artist))
        writer.member("displayArtist", nonempty: song.artist)
        writer.member("displayAlbumArtist", nonempty: song.albumArtistName)
        writer.member("track", song.track)
        writer.member("discNumber", song.disc)
        writer.member("year", song.released?.year)
        writer.member("genre", song.genre)
        writer.member("coverArt", song.artworkURL == nil ? nil : albumID ?? song.id.description)
        writer.member("duration", Int(song.duration.components.seconds))
        // Apps such as Strawberry refuse a song without the member.
        writer.member("size", size.map(Int.init) ?? 0)
        let file = AudioFileName(song)
        writer.member("suffix", file?.suffix)
        writer.member("contentType", file?.format.mediaType)
        writer.member("path", path(suffix: file?.suffix))
        writer.member("type", "music")
        writer.member("mediaType", "song")
        writer.member("isVideo", false)
        writer.member("created", SubsonicDate.text(song.added))
        // The library does not store when a person bookmarked the song.
        writer.member("starred", song.isBookmarked ? SubsonicDate.text(song.added) : nil)
        writer.member("userRating", song.rating?.rawValue)
        writer.member("playCount", song.plays == 0 ? nil : song.plays)
        writer.member("played", song.lastPlayed.map(SubsonicDate.text))
        writer.member("explicitStatus", song.explicit.subsonicText)
        writer.list("genres", (song.genre.map { [$0] } ?? []).map(NameValue.init))
        writer.list("artists", song.allArtists.map(ArtistReference.init))
        writer.list("albumArtists", song.albumArtistName.isEmpty ? [] : [ArtistReference(name: song.albumArtistName)])
    }

    /// Where the song would be in a folder of artists. Apps show it and name files by it; it is no path of this computer.
    private func path(suffix: String?) -> String {
        let number = [song.disc, song.track].compactMap { $0 }.map(String.init).joined(separator: "-")
        let name = (number.isEmpty ? "" : number + " ") + song.title
        let parts = [song.albumArtistName, song.album, name].filter { !$0.isEmpty }
        return parts.map(Self.fileName).joined(separator: "/") + (suffix.map { "." + $0 } ?? "")
    }

    /// A name that stays within its folder: without separators and controls, and without dots at its start.
    private static func fileName(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == "/" || scalar == "\\" || CharacterSet.controlCharacters.contains(scalar) ? "_" : scalar
        }
        let text = String(String.UnicodeScalarView(scalars))
        return text.hasPrefix(".") ? "_" + text.dropFirst() : text
    }
}

/// The suffix of a song's audio file, as its address shows it.
private struct AudioFileName {
    let suffix: String
    let format: AudioFormat

    /// Returns nil if the address shows no known suffix.
    init?(_ song: Music) {
        guard let address = song.audioURL, let url = URL(string: address), !url.pathExtension.isEmpty,
            let format = AudioFormat(suffix: url.pathExtension)
        else { return nil }
        (suffix, self.format) = (url.pathExtension.lowercased(), format)
    }
}

/// A name in a list of genres.
struct NameValue: SubsonicValue {
    let name: String

    func write(to writer: inout some SubsonicWriter) { writer.member("name", name) }
}

/// An artist of a song or an album.
struct ArtistReference: SubsonicValue {
    let name: String

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", SubsonicID.artist(ArtistName(name)).text)
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
enum SubsonicDate {
    static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
