package import FermataDomain
import Foundation
import Synchronization

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
                        songKeys: songs.keys(of: content.entries.map(\.paths).filter { !$0.isEmpty })))
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

/// Finds the songs that a playlist of a folder names. Looks each path up once, because files change meanwhile.
struct PlaylistEntryResolver {
    /// The folder of the source.
    let root: OpenFolder
    /// The playlist's folder.
    let folder: BytePath
    /// The song of the first file with the same audio, by audio, unless its key follows from the audio.
    let firstCopies: [AudioIdentity: FolderSong]
    let identities: AudioIdentityCache
    let names: FolderNames

    /// The keys of entries in order; fewer in a cancelled operation.
    func keys(of entries: [[PlaylistPath]]) -> [String] {
        var keys: [String] = []
        for paths in entries where !BlockingIO.isCancelled {
            // An entry without a file has a key that no song has.
            let missing = paths.first.map { "missing:" + $0.path.key }
            if let key = paths.firstResult(of: key) ?? missing { keys.append(key) }
        }
        return keys
    }

    private func key(of path: PlaylistPath) -> String? {
        file(of: path).map { file in
            let identity = identities.identity(of: file)
            return (firstCopies[identity] ?? FolderSong(identity: identity, copy: 1)).key
        }
    }

    /// Returns the file with the literal path, else with another spelling, else with equivalent names.
    private func file(of path: PlaylistPath) -> AudioFile? {
        if let file = file(at: path.literal, in: folder) { return file }
        let spellings = path.spellings
        return spellings.firstResult { file(at: $0, in: folder) }
            ?? ([path.literal] + spellings).firstResult { spelling in
                names.equivalents(of: absolute(spelling, in: folder)).firstResult { try? root.file(at: $0) }
            }
            ?? path.windowsSuffixes.firstResult { file(at: $0, in: root.path) }
    }

    private func file(at path: BytePath, in folder: BytePath) -> AudioFile? {
        try? root.file(at: absolute(path, in: folder))
    }

    private func absolute(_ path: BytePath, in folder: BytePath) -> BytePath {
        path.bytes.first == BytePath.slash ? path : folder.appending(path)
    }
}

/// Caches the names in folders, to find those that are canonically equivalent to the names in playlists.
///
/// Some systems and programs compose letters with accents, others decompose them.
/// Source: https://www.unicode.org/reports/tr15/
final class FolderNames: Sendable {
    /// A path may match in several folders with equivalent names; more are ignored.
    private static let pathLimit = 16
    private let root: OpenFolder
    /// The names that are not ASCII, by folder. Strings are equal if they are canonically equivalent.
    private let names = Mutex<[BytePath: [String: [[UInt8]]]]>([:])

    init(of root: OpenFolder) {
        self.root = root
    }

    /// The paths whose names are equivalent to those of an absolute path; empty for a path in ASCII.
    func equivalents(of path: BytePath) -> [BytePath] {
        guard path.bytes.contains(where: { $0 >= 0x80 }), let inside = path.relative(to: root.path) else { return [] }
        var paths = [BytePath([])]
        for name in inside.bytes.split(separator: BytePath.slash).map({ Array($0) }) {
            paths = Array(
                paths.flatMap { folder in names(like: name, in: folder).map(folder.appending) }.prefix(Self.pathLimit))
        }
        return paths.map { root.path.appending($0) }
    }

    private func names(like name: [UInt8], in folder: BytePath) -> [[UInt8]] {
        guard name.contains(where: { $0 >= 0x80 }), let text = String(validating: name, as: UTF8.self) else {
            return [name]
        }
        return names(in: folder)[text] ?? []
    }

    private func names(in folder: BytePath) -> [String: [[UInt8]]] {
        if let known = names.withLock({ $0[folder] }) { return known }
        let entries = ((try? root.names(of: folder)) ?? []).filter { $0.contains { $0 >= 0x80 } }
        let texts = entries.compactMap { name in String(validating: name, as: UTF8.self).map { ($0, [name]) } }
        let result = Dictionary(texts, uniquingKeysWith: +)
        names.withLock { $0[folder] = result }
        return result
    }
}

/// Caches the identities of files, so that each is read once, whatever names it.
final class AudioIdentityCache: Sendable {
    private let identities = Mutex<[FileStatus: AudioIdentity]>([:])

    func identity(of file: AudioFile) -> AudioIdentity {
        if let known = identities.withLock({ $0[file.status] }) { return known }
        let identity = AudioPayload(file).identity
        identities.withLock { $0[file.status] = identity }
        return identity
    }
}
