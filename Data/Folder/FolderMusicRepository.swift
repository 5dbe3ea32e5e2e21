package import FermataDomain
import Foundation

/// Provides the songs of a folder of audio files, which may be in folders below it.
///
/// A song is known by its audio, so it stays the same song when its file is moved, renamed or retagged. Files that have
/// not changed are not opened.
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
            let survey = try await FolderSurvey(root.path)
            let digest = StableHash(root.path.bytes, [Int64(bitPattern: survey.digest)]).value
            let last = revision.flatMap { FolderIndex($0) }
            if let last, last.digest == digest { return .unchanged }
            var fetch = FolderFetch(
                root, songs: FolderSongs(last ?? FolderIndex(digest: 0), survey), last: last, digest: digest,
                reader: SongReader(root: root.path, width: readers))
            try await fetch.run(batchSize: Self.batchSize, send)
            try root.checkThatItIsUnchanged()
            if fetch.isEmpty { throw root.failure(.empty) }
            return .complete(revision: fetch.index.text)
        }
    }
}
