import Synchronization

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
        let status = try? FileStatus(of: file.descriptor)  // nil: cannot be cached
        if let known = status.flatMap({ status in identities.withLock { $0[status] } }) { return known }
        let identity = AudioPayload(file).identity
        if let status { identities.withLock { $0[status] = identity } }
        return identity
    }
}
