import Crypto
import FermataDomain
import Foundation
import GRDB

/// A playlist of a source with its id and fingerprint, before its changes are known.
struct IncomingPlaylist: Sendable {
    let id: PlaylistID
    let position: Int
    let remote: RemotePlaylist
    /// Changes if the name or the entries change.
    let fingerprint: Int64

    init(_ playlist: RemotePlaylist, at position: Int, source: String) {
        id = PlaylistID(source: source, key: playlist.key)
        self.position = position
        remote = playlist
        var hash = SHA256()
        for text in [playlist.name] + playlist.songKeys {
            // Each text follows its length, so that different lists have different bytes.
            withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: Array(text.utf8))
        }
        fingerprint = Int64(bitPattern: hash.finalize().first64Bits)
    }

    /// The ids of the stored playlists that are unchanged.
    static func known(of playlists: [IncomingPlaylist], in db: Database) throws -> Set<PlaylistID> {
        let find = try RawStatement(db, "SELECT 1 FROM playlist WHERE id = :id AND fingerprint = :fingerprint")
        var known: Set<PlaylistID> = []
        for playlist in playlists {
            find.bind(playlist.id.stored, to: "id")
            find.bind(playlist.fingerprint, to: "fingerprint")
            if try find.hasRow() { known.insert(playlist.id) }
        }
        return known
    }
}
