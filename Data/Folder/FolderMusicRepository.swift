package import FermataDomain
import Foundation

/// Provides the songs of a folder of audio files, which may be in folders below it.
///
/// A song is identified by its audio, so it stays the same song when its file is moved, renamed or retagged. Files that
/// have not changed are not opened.
package struct FolderMusicRepository: RemoteMusicRepository {
    /// Files that are read before their records are sent.
    private static let batchSize = 256
    private let folder: String
    private let readers: Int

    /// `folder` is an absolute path. Reads `readers` files in parallel.
    ///
    /// Throws `SourceError.invalidAddress` for a relative path.
    package init(folder: String, readers: Int = 4) throws(SourceError) {
        (self.folder, self.readers) = (try FolderRoot.absolute(folder), max(1, readers))
    }

    package func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            let root = try FolderRoot(folder)
            let last = revision.flatMap { FolderIndex($0) }
            let snapshot = try await FolderSnapshot(root.path, songs: last?.songStamps ?? [:])
            if let last, last.state == snapshot.state, last.origin == FolderIndex(root: root.path).origin {
                return .unchanged
            }
            let reader = SongReader(root: root.path, width: readers)
            let changed = try await reader.identities(of: snapshot.changedSongs)
            var fetch = FolderFetch(
                root, since: last, snapshot, SongMatcher(last, snapshot, changed: changed), reader: reader)
            try await fetch.run(batchSize: Self.batchSize, send)
            try root.checkUnchanged()
            return .complete(revision: try fetch.end().text)
        }
    }
}
