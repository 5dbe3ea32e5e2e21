import FermataDomain
import Foundation

/// The id of a song, album, artist or playlist, which states its kind.
///
/// Apps put ids into addresses and file names, so they consist of letters, digits, `-` and `_`. That of an artist contains
/// the name by which artists are compared: no other table has to remember it.
enum SubsonicID: Hashable {
    case song(MusicID)
    case album(AlbumID)
    case artist(ArtistName)
    case playlist(PlaylistID)

    private static let (albumPrefix, artistPrefix, playlistPrefix) = ("al-", "ar-", "pl-")

    /// Returns nil for text that is no id.
    init?(_ text: String) {
        func number(after prefix: String) -> UInt64? {
            MusicIDPrefix(String(text.dropFirst(prefix.count)))?.id?.value
        }
        if text.hasPrefix(Self.albumPrefix) {
            guard let number = number(after: Self.albumPrefix) else { return nil }
            self = .album(AlbumID(number))
        } else if text.hasPrefix(Self.playlistPrefix) {
            guard let number = number(after: Self.playlistPrefix) else { return nil }
            self = .playlist(PlaylistID(number))
        } else if text.hasPrefix(Self.artistPrefix) {
            guard let bytes = Data(base64URL: text.dropFirst(Self.artistPrefix.count)),
                let key = String(validating: bytes, as: UTF8.self)
            else { return nil }
            self = .artist(.identified(by: key))
        } else {
            guard let number = number(after: "") else { return nil }
            self = .song(MusicID(number))
        }
    }

    /// The id of the artist with a name as text; nil for a blank name, which is that of no artist.
    static func text(ofArtist name: String) -> String? {
        name.isBlank ? nil : SubsonicID.artist(ArtistName(name)).text
    }

    var text: String {
        switch self {
        case .song(let id): id.description
        case .album(let id): Self.albumPrefix + id.description
        case .playlist(let id): Self.playlistPrefix + id.description
        case .artist(let name): Self.artistPrefix + String(base64URL: name.identifier.utf8)
        }
    }
}

extension String {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Base 64 with the alphabet for addresses, without padding (RFC 4648, 5).
    fileprivate init(base64URL bytes: String.UTF8View) {
        let digits = Self.digits
        self.init(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var (length, bits, count) = (0, UInt32(0), UInt32(0))
            for byte in bytes {
                (bits, count) = (bits << 8 | UInt32(byte), count + 8)
                while count >= 6 {
                    count -= 6
                    text[length] = digits[Int(bits >> count & 63)]
                    length += 1
                }
            }
            if count > 0 {
                text[length] = digits[Int(bits << (6 - count) & 63)]
                length += 1
            }
            return length
        }
    }
}

extension Data {
    fileprivate init?(base64URL text: Substring) {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
