import Foundation

/// The playlists of a server, without their songs.
struct PlaylistList: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        let id: String
        let name: String
        /// When it was changed, as the server writes it.
        fileprivate let changed: String?
        fileprivate let count: Int?

        private enum Key: String, CodingKey {
            case id, name, changed, songCount
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            id = try values.decode(LenientText.self, forKey: .id).value
            let name = try values.text(.name) ?? ""
            self.name = name.isEmpty ? id : name
            changed = try values.text(.changed)
            count = values.number(.songCount)
        }
    }

    let entries: [Entry]

    private enum Key: String, CodingKey {
        case playlists, playlist
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .playlists)
        entries = try values.list(.playlist, of: Entry.self)?.valid ?? []
    }

    /// Changes whenever a playlist changes; nil if the server does not say when one was changed.
    var revision: String? {
        var bytes: [UInt8] = []
        for entry in entries {
            guard let changed = entry.changed else { return nil }
            for text in [entry.id, entry.name, changed, "\(entry.count ?? -1)"] { bytes += Array(text.utf8) + [0] }
        }
        return String(StableHash(bytes).value, radix: 16)
    }
}

/// The songs of one playlist.
struct PlaylistSongs: Decodable, Sendable {
    let ids: [String]

    private enum Key: String, CodingKey {
        case playlist, entry
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .playlist)
        ids = try values.list(.entry, of: ItemReference.self)?.valid.map(\.id) ?? []
    }
}
