import Foundation

/// The playlists of a server, without their songs.
struct PlaylistList: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        let id: String
        let name: String
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
            id = try ItemReference(from: decoder).id
            let name = try values.text(.name) ?? ""
            self.name = name.isEmpty ? id : name
            changed = try values.text(.changed)
            count = values.count(.songCount)
            isEvaluatedOnRead = values.contains(.validUntil)
        }
    }

    let entries: [Entry]
    /// The number of playlists without an id.
    let invalidCount: Int

    private enum Key: String, CodingKey {
        case playlists, playlist
    }

    init(from decoder: any Decoder) throws {
        let list = try decoder.container(keyedBy: Key.self).list(.playlist, in: .playlists, of: Entry.self)
        entries = list.compactMap { try? $0.get() }
        invalidCount = list.count - entries.count
    }

    /// Changes whenever a playlist changes; nil if the server does not report all changes.
    var revision: String? {
        var bytes: [UInt8] = []
        for entry in entries {
            guard let changed = entry.changed, !entry.isEvaluatedOnRead else { return nil }
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
        ids = try decoder.container(keyedBy: Key.self).list(.entry, in: .playlist, of: ItemReference.self)
            .compactMap { try? $0.get().id }
    }
}
