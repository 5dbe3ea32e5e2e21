package import FermataDomain
import Foundation

/// Provides the playlists in a folder of audio files: M3U, PLS and XSPF files.
///
/// Its songs are those of `FolderMusicRepository`: the first of several files with the same audio.
package struct FolderPlaylistRepository: RemotePlaylistRepository {
    private static let byteLimit: Int64 = 8 << 20
    private let folder: String

    /// `folder` is an absolute path. Throws `SourceError.invalidAddress` for any other.
    package init(folder: String) throws(SourceError) {
        self.folder = try FolderRoot.absolute(folder)
    }

    package func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch> {
        RemoteFetch { send in
            let root = try FolderRoot(folder)
            let current = "folder:\(try await FolderSurvey(root.path).digest)"
            if revision == current { return .unchanged }
            var (walk, position) = (FolderWalk(root.path), 0)
            while let step = try await walk.next() {
                guard case .success(let listing) = step.listing, !listing.playlists.isEmpty else { continue }
                let results = try await BlockingIO.run { listing.playlists.map { read($0, in: root.path) } }
                var batch = RemotePlaylistBatch()
                for (file, result) in zip(listing.playlists, results) {
                    position += 1
                    switch result {
                    case .success(let playlist): batch.playlists.append(playlist)
                    case .failure(let failure):
                        batch.rejected.append(
                            RejectedRecord(position: position, .file(file.path.text, failure)))
                    }
                }
                try await send(batch)
            }
            try root.checkThatItIsUnchanged()
            return .complete(revision: current)
        }
    }

    private func read(_ playlist: FolderFile, in root: BytePath) -> Result<RemotePlaylist, FileFailure> {
        do throws(StorageFailure) {
            let file = try AudioFile(root.appending(playlist.path))
            guard file.length <= Self.byteLimit else { return .failure(.storage(.tooLarge)) }
            let content = PlaylistContent(file.read(Int(file.length), at: 0), type: playlist.path.fileExtension)
            let songs = PlaylistSongs(root: root, folder: root.appending(playlist.path.folder))
            return .success(
                RemotePlaylist(
                    key: playlist.path.text, name: content.name ?? BytePath(playlist.path.name).stem.text,
                    music: content.entries.map(songs.key)))
        } catch {
            return .failure(.storage(error))
        }
    }
}
