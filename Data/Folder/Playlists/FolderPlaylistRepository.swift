package import FermataDomain
import Foundation

/// Provides the playlists in a folder of audio files: M3U, PLS and XSPF files.
///
/// Its songs are those of `FolderMusicRepository`: the first of several files with the same audio.
package struct FolderPlaylistRepository: RemotePlaylistRepository {
    private static let byteLimit = 8 << 20
    /// The version of the rules by which playlists are read. A new version makes the next fetch read all of them.
    private static let version = 2
    private let folder: String
    private let states: FolderStateCache

    /// `folder` is an absolute path. `states` has the state of the folder if its songs were fetched before.
    ///
    /// Throws `SourceError.invalidAddress` for any other path.
    package init(folder: String, states: FolderStateCache = FolderStateCache()) throws(SourceError) {
        (self.folder, self.states) = (try FolderRoot.absolute(folder), states)
    }

    package func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch> {
        RemoteFetch { send in
            let root = try FolderRoot(folder)
            let files = try root.open()
            let state = try await state(of: root, files)
            let current = "folder:\(Self.version):\(state.files)"
            if revision == current { return .unchanged }
            if state.isEmpty { throw root.failure(.empty) }
            let firstCopies = states.firstCopies(of: folder)
            let (identities, names) = (AudioIdentityCache(), FolderNames(of: files))
            var (walk, position, hasUnlisted) = (FolderWalk(files), 0, false)
            while let step = try await walk.next() {
                switch step.listing {
                case .success(let listing):
                    for file in listing.playlists {
                        let batch = try await batch(file, after: position, in: files, firstCopies, identities, names)
                        position += batch.count
                        try await send(batch)
                    }
                case .failure(let failure):
                    // The fetch of the songs reports a folder that cannot be listed.
                    if step.folder.bytes.isEmpty { throw root.failure(.unreadable(failure)) }
                    hasUnlisted = true
                }
            }
            try root.checkUnchanged()
            return hasUnlisted ? .partial : .complete(revision: current)
        }
    }

    private func state(of root: FolderRoot, _ files: OpenFolder) async throws -> FolderStateCache.State {
        if let known = states.removeState(of: folder, at: root) { return known }
        let snapshot = try await FolderSnapshot(files)
        return .init(root: root, files: snapshot.state, isEmpty: snapshot.isEmpty)
    }

    private func batch(
        _ file: FolderFile, after position: Int, in root: OpenFolder, _ firstCopies: [AudioIdentity: FolderSong],
        _ identities: AudioIdentityCache, _ names: FolderNames
    ) async throws -> RemotePlaylistBatch {
        try await BlockingIO.runCancellable {
            var batch = RemotePlaylistBatch(playlists: [])
            func reject(_ failure: FileFailure) {
                let position = position + batch.count + 1
                batch.rejected.append(RejectedRecord(position: position, .file(file.path.text, failure)))
            }
            do throws(FileFailure) {
                let content = try content(of: file, in: root)
                let songs = PlaylistEntryResolver(
                    root: root, folder: root.path.appending(file.path.folder), firstCopies: firstCopies,
                    identities: identities, names: names)
                batch.playlists.append(
                    RemotePlaylist(
                        key: file.path.key, name: content.name ?? BytePath(file.path.name).stem.text,
                        songKeys: songs.keys(of: content.entries)))
                if let failure = content.failure { reject(failure) }
            } catch {
                reject(error)
            }
            return batch
        }
    }

    private func content(of playlist: FolderFile, in root: OpenFolder) throws(FileFailure) -> PlaylistContent {
        let file: AudioFile
        do { file = try root.file(at: root.path.appending(playlist.path)) } catch { throw .storage(error) }
        guard file.length <= Self.byteLimit else { throw .tooLarge(limit: Self.byteLimit) }
        return PlaylistContent(file.read(Int(file.length), at: 0), type: playlist.path.fileExtension)
    }
}
