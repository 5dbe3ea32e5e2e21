import FermataDomain
import Foundation

/// The playlists of a server, without their songs.
struct PlaylistList: SubsonicContent {
    struct Entry: Decodable, Sendable {
        /// The playlist without its songs.
        let playlist: RemotePlaylist
        /// The time of the last change, as the server writes it.
        fileprivate let changed: String?
        fileprivate let count: Int?
        /// Whether the server evaluates the playlist when it is read, so that its list does not show changes.
        fileprivate let isEvaluatedOnRead: Bool

        private enum Key: String, CodingKey {
            case name, changed, songCount, validUntil
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            let id = try ItemReference(from: decoder).id
            let name = try values.text(.name) ?? ""
            playlist = RemotePlaylist(key: id, name: name.isEmpty ? id : name, songKeys: [])
            changed = try values.text(.changed)?.cut(to: TextLimits.name)
            count = values.count(.songCount)
            isEvaluatedOnRead = values.contains(.validUntil)
        }
    }

    static let list: String? = Key.playlist.rawValue
    private(set) var entries: [Entry] = []
    /// The playlists that cannot be read, such as those without an id.
    private(set) var invalid: [InvalidElement] = []

    private enum Key: String, CodingKey {
        case playlists, playlist
    }

    init(from decoder: any Decoder) throws {
        add(try decoder.container(keyedBy: Key.self).list(.playlist, in: .playlists))
    }

    mutating func add(_ elements: [Result<Entry, InvalidElement>]) {
        for element in elements {
            switch element {
            case .success(let entry): entries.append(entry)
            case .failure(let element): invalid.append(element)
            }
        }
    }

    /// Changes whenever a playlist changes; nil if the server does not report all changes.
    var revision: String? {
        var bytes: [UInt8] = []
        for entry in entries {
            guard let changed = entry.changed, !entry.isEvaluatedOnRead else { return nil }
            for text in [entry.playlist.key, entry.playlist.name, changed, "\(entry.count ?? -1)"] {
                bytes += Array(text.utf8) + [0]
            }
        }
        return String(StableHash(bytes).value, radix: 16)
    }
}

/// The songs of one playlist.
struct PlaylistSongs: SubsonicContent {
    static let list: String? = Key.entry.rawValue
    private(set) var ids: [String] = []

    private enum Key: String, CodingKey {
        case playlist, entry
    }

    init(from decoder: any Decoder) throws {
        add(try decoder.container(keyedBy: Key.self).list(.entry, in: .playlist))
    }

    mutating func add(_ elements: [Result<ItemReference, InvalidElement>]) { ids += elements.compactMap(\.id) }
}
