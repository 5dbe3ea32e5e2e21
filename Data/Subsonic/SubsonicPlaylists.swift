package import FermataDomain
import Foundation

/// The playlists that the user of a server can see.
extension SubsonicRepository: RemotePlaylistRepository {
    private static let batchSize = 20
    /// Entries after which a batch is sent, so that the longest playlists are not gathered.
    private static let songsOfBatch = 20_000

    /// Reads the playlists one by one, unless the server's list of them shows no change.
    package func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch> {
        RemoteFetch(retriesRequests: true) { send in
            try await connections.read(source) { reader in
                let list = try await reader.call(
                    SubsonicRequest("getPlaylists"), limit: SubsonicLimits.playlists, returning: PlaylistList.self)
                let current = list.revision
                if let current, current == revision { return .unchanged }
                var batch = RemotePlaylistBatch()
                for (number, element) in list.invalid.enumerated() {
                    let record = element.rejected(at: list.entries.count + number + 1)
                    batch.rejected.append(reader.client.redacted(record))
                }
                var (songs, isComplete) = (0, true)
                for (number, entry) in list.entries.enumerated() {
                    do {
                        guard let playlist = try await Self.read(entry.playlist, reader) else { continue }
                        batch.playlists.append(playlist)
                        songs += playlist.songKeys.count
                    } catch {
                        let part = ServerPart.playlist(id: entry.playlist.key, name: entry.playlist.name)
                        let cause = RecordError.part(part, try await reader.reason(for: error))
                        batch.rejected.append(reader.client.redacted(RejectedRecord(position: number + 1, cause)))
                        isComplete = false
                    }
                    if batch.count == Self.batchSize || songs >= Self.songsOfBatch {
                        try await send(batch)
                        (batch, songs) = (RemotePlaylistBatch(), 0)
                    }
                }
                if batch.count > 0 { try await send(batch) }
                return isComplete ? .complete(revision: current) : .partial
            }
        }
    }

    /// Returns the playlist with its songs, or nil if it was removed since the list was read.
    private static func read(_ listed: RemotePlaylist, _ reader: SubsonicReader) async throws -> RemotePlaylist? {
        do {
            let content = try await reader.call(
                SubsonicRequest("getPlaylist", [("id", listed.key)]), limit: SubsonicLimits.references,
                retriesContent: true, returning: PlaylistSongs.self)
            var playlist = listed
            playlist.songKeys = content.ids
            return playlist
        } catch  where error.isOfMissingItem {
            return nil
        }
    }
}

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
