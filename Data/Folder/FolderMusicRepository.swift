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
    private let states: FolderStateCache

    /// `folder` is an absolute path. Reads `readers` files in parallel. `states` receives the state of the folder.
    ///
    /// Throws `SourceError.invalidAddress` for a relative path.
    package init(folder: String, readers: Int = 4, states: FolderStateCache = FolderStateCache()) throws(SourceError) {
        (self.folder, self.readers, self.states) = (try FolderRoot.absolute(folder), max(1, readers), states)
    }

    /// Throws `SourceFailure` unless the path leads to a folder. Does not check that the folder can be listed.
    package static func check(folder: String) throws(SourceFailure) {
        _ = try FolderRoot(folder)
    }

    package func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            states.set(nil, of: folder)
            let root = try FolderRoot(folder)
            let files = try root.open()
            let last = revision.flatMap { FolderIndex($0) }
            let snapshot = try await FolderSnapshot(files, songs: last?.songStamps ?? [:])
            states.set(.init(root: root, files: snapshot.state, isEmpty: snapshot.isEmpty), of: folder)
            if let last, last.state == snapshot.state, last.origin == FolderIndex(root: root.path).origin {
                states.set(firstCopies: last.firstCopies, of: folder)
                return .unchanged
            }
            let reader = SongReader(root: files, width: readers)
            let changed = try await reader.identities(of: snapshot.changedSongs)
            var fetch = FolderFetch(
                root, since: last, snapshot, SongMatcher(last, snapshot, changed: changed), reader: reader)
            try await fetch.run(batchSize: Self.batchSize, send)
            try root.checkUnchanged()
            let index = try fetch.end()
            states.set(firstCopies: index.firstCopies, of: folder)
            return .complete(revision: index.text)
        }
    }
}
