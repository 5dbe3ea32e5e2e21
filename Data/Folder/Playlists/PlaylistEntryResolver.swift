import Synchronization

/// Finds the songs that a playlist of a folder names.
struct PlaylistEntryResolver {
    /// The folder of the source.
    let root: OpenFolder
    /// The playlist's folder.
    let folder: BytePath
    /// The lowest copy number that still has a file, by audio. Contains only numbers above 1.
    let firstCopies: [AudioIdentity: Int]
    let identities: AudioIdentityCache

    /// The keys of entries in order; fewer in a cancelled operation.
    func keys(of entries: [BytePath]) -> [String] {
        var keys: [String] = []
        for entry in entries where !BlockingIO.isCancelled { keys.append(key(of: entry)) }
        return keys
    }

    /// Returns the key of an entry's song; for an entry without a file, a key that no song has.
    private func key(of entry: BytePath) -> String {
        for path in candidates(for: entry) {
            guard let file = try? root.file(at: path) else { continue }
            let identity = identities.identity(of: file)
            return FolderSong(identity: identity, copy: firstCopies[identity] ?? 1).key
        }
        return "missing:" + entry.key
    }

    /// Returns the entry unchanged, with Windows separators replaced, and decoded from Latin-1.
    private func candidates(for entry: BytePath) -> [BytePath] {
        let slashed = BytePath(entry.bytes.map { $0 == UInt8(ascii: "\\") ? BytePath.slash : $0 })
        let latin = BytePath(String(String.UnicodeScalarView(slashed.bytes.map { Unicode.Scalar($0) })))
        return [entry, slashed, latin].map { $0.bytes.first == BytePath.slash ? $0 : folder.appending($0) }
    }
}

/// Caches the identities of files, so that each is read once, whatever names it.
final class AudioIdentityCache: Sendable {
    private let identities = Mutex<[FileStatus: AudioIdentity]>([:])

    func identity(of file: AudioFile) -> AudioIdentity {
        let status = try? FileStatus(of: file.descriptor)  // nil: cannot be cached
        if let known = status.flatMap({ status in identities.withLock { $0[status] } }) { return known }
        let identity = AudioPayload(file).identity
        if let status { identities.withLock { $0[status] = identity } }
        return identity
    }
}
