package import FermataDomain
import Foundation

/// Provides the playlists in a folder of audio files: M3U, PLS and XSPF files.
///
/// Its songs are those of `FolderMusicRepository`: the first of several files with the same audio.
package struct FolderPlaylistRepository: RemotePlaylistRepository {
    private static let byteLimit = 8 << 20
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
            let current = "folder:\(state.files)"
            if revision == current { return .unchanged }
            if state.isEmpty { throw root.failure(.empty) }
            let firstCopies = states.firstCopies(of: folder)
            let identities = AudioIdentityCache()
            var (walk, position, hasUnlisted) = (FolderWalk(files), 0, false)
            while let step = try await walk.next() {
                switch step.listing {
                case .success(let listing):
                    for file in listing.playlists {
                        position += 1
                        try await send(try await batch(file, at: position, in: files, firstCopies, identities))
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
        _ file: FolderFile, at position: Int, in root: OpenFolder, _ firstCopies: [AudioIdentity: Int],
        _ identities: AudioIdentityCache
    ) async throws -> RemotePlaylistBatch {
        switch try await BlockingIO.runCancellable({ read(file, in: root, firstCopies, identities) }) {
        case .success(let playlist): return RemotePlaylistBatch(playlists: [playlist])
        case .failure(let failure):
            let rejected = RejectedRecord(position: position, .file(file.path.text, failure))
            return RemotePlaylistBatch(playlists: [], rejected: [rejected])
        }
    }

    private func read(
        _ playlist: FolderFile, in root: OpenFolder, _ firstCopies: [AudioIdentity: Int],
        _ identities: AudioIdentityCache
    ) -> Result<RemotePlaylist, FileFailure> {
        do throws(StorageFailure) {
            let file = try root.file(at: root.path.appending(playlist.path))
            guard file.length <= Self.byteLimit else { return .failure(.tooLarge(limit: Self.byteLimit)) }
            let content = PlaylistContent(file.read(Int(file.length), at: 0), type: playlist.path.fileExtension)
            let songs = PlaylistEntryResolver(
                root: root, folder: root.path.appending(playlist.path.folder), firstCopies: firstCopies,
                identities: identities)
            return .success(
                RemotePlaylist(
                    key: playlist.path.key, name: content.name ?? BytePath(playlist.path.name).stem.text,
                    songKeys: songs.keys(of: content.entries)))
        } catch {
            return .failure(.storage(error))
        }
    }
}
