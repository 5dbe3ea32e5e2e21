package import FermataDomain
package import Foundation

/// Decodes the playlists of a document.
package struct PlaylistDecoder: DocumentDecoder {
    private let json: RecordJSON

    package init(base: URL, depthLimit: Int) {
        json = RecordJSON(depthLimit: depthLimit)
    }

    package func decode(_ bytes: Data, at position: Int, into batch: inout RemotePlaylistBatch) {
        do {
            batch.playlists.append(try json.decode(PlaylistRecord.self, from: bytes).playlist)
        } catch {
            batch.rejected.append(RejectedRecord(position: position, error))
        }
    }
}
