package import FermataDomain
import Foundation
import Synchronization

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

/// One fetch of the songs of a folder.
struct FolderFetch {
    private let root: FolderRoot
    private let last: FolderIndex?
    private let snapshot: FolderSnapshot
    private let reader: SongReader
    private var matcher: SongMatcher
    private var index: FolderIndex
    private var position = 0
    /// Whether a file or folder could not be read now, so that the next fetch tries again.
    private var hasUnreadable = false
    /// Whether a file appeared or vanished after the snapshot, so that the next fetch lists all files again.
    private var hasChanged = false
    private var rejected: Set<UInt64> = []

    init(
        _ root: FolderRoot, since last: FolderIndex?, _ snapshot: FolderSnapshot, _ matcher: SongMatcher,
        reader: SongReader
    ) {
        (self.root, self.last, self.snapshot, self.matcher, self.reader) = (root, last, snapshot, matcher, reader)
        index = FolderIndex(root: root.path)
    }

    mutating func run(batchSize: Int, _ send: RemoteFetch<RemoteBatch>.Send) async throws {
        var walk = FolderWalk(reader.root)
        var (files, batch, hasUnlisted) = ([FolderFile](), RemoteBatch(), false)
        while let step = try await walk.next() {
            switch step.listing {
            case .success(let listing): files += listing.files
            case .failure(let failure):
                if step.folder.bytes.isEmpty { throw root.failure(.unreadable(failure)) }
                hasUnlisted = true
                reject(step.folder, .storage(failure), in: &batch)
            }
            while files.count >= batchSize {
                try await read(Array(files.prefix(batchSize)), into: &batch)
                files.removeFirst(batchSize)
                try await send(batch)
                batch = RemoteBatch()
            }
        }
        try await read(files, into: &batch)
        if hasUnlisted { addSongsOfUnlistedFolders(in: &batch) }
        if batch.count > 0 { try await send(batch) }
    }

    /// Returns the index for the next fetch.
    ///
    /// Throws `SourceFailure` if the folder has no song, or if a file may have been moved while it was read.
    mutating func end() throws(SourceFailure) -> FolderIndex {
        if position == 0 { throw root.failure(.empty) }
        let hasVanished = last?.entries.contains { file, entry in
            entry.song != nil && snapshot.stamps[file] != nil && index[file] == nil && !rejected.contains(file)
        }
        if hasVanished == true { throw root.failure(.changed) }
        index.state = hasUnreadable || hasChanged ? nil : snapshot.state
        if let last, last.isFromEarlierVersion, hasUnreadable { index.keepVersion(of: last) }
        return index
    }

    /// Adds the records of some files; reads only new and changed ones.
    private mutating func read(_ files: [FolderFile], into batch: inout RemoteBatch) async throws {
        let known = files.filter { snapshot.stamps[$0.id] != nil }
        if known.count < files.count { hasChanged = true }
        let contents = try await reader.read(known.filter { !isUnchanged($0) })
        for file in known {
            guard let content = contents[file.id] else {
                addKnownSong(file.path, file.id, in: &batch) { [reader] () throws(FileFailure) in
                    try reader.read(file).music
                }
                continue
            }
            switch content {
            case .success(let content):
                // A file that was read only because the version differs stays its song.
                guard let song = unchangedSong(of: file) ?? matcher.song(of: file.id, with: content.identity) else {
                    reject(file.path, .tooManyCopies, in: &batch)
                    continue
                }
                index[file.id] = .init(stamp: file.stamp, song: song, audio: content.identity)
                add(file.path, song, stamp: file.stamp, size: content.music.lyrics.utf8.count, in: &batch) {
                    () throws(FileFailure) in content.music
                }
            case .failure(.notAudio) where file.kind == .unknown, .failure(.tagsTooLarge) where file.kind == .unknown:
                index[file.id] = .init(stamp: file.stamp, song: nil)
            case .failure(.storage(.missing)): hasChanged = true
            case .failure(let failure):
                rejected.insert(file.id)
                reject(file.path, failure, in: &batch)
                guard case .storage = failure else { continue }
                addKnownSong(file.path, file.id, in: &batch) { () throws(FileFailure) in throw failure }
            }
        }
    }

    private func isUnchanged(_ file: FolderFile) -> Bool {
        last?.origin == index.origin && last?[file.id]?.stamp == file.stamp
    }

    private func unchangedSong(of file: FolderFile) -> FolderSong? {
        last?[file.id].flatMap { $0.stamp == file.stamp ? $0.song : nil }
    }

    /// Adds the file's song from the last fetch, if it had one.
    private mutating func addKnownSong(
        _ path: BytePath, _ file: UInt64, in batch: inout RemoteBatch,
        read: @escaping @Sendable () throws(FileFailure) -> RemoteMusic
    ) {
        guard let entry = last?[file] else { return }
        index[file] = entry
        if let song = entry.song { add(path, song, stamp: entry.stamp, in: &batch, read: read) }
    }

    /// Adds the songs of the last fetch whose files may be in a folder that cannot be listed now.
    private mutating func addSongsOfUnlistedFolders(in batch: inout RemoteBatch) {
        for (file, entry) in last?.entries ?? [:] where index[file] == nil && entry.song != nil {
            addKnownSong(BytePath([]), file, in: &batch) { () throws(FileFailure) in throw .storage(.unreadable) }
        }
    }

    private mutating func add(
        _ path: BytePath, _ song: FolderSong, stamp: UInt64, size: Int = 0, in batch: inout RemoteBatch,
        read: @escaping @Sendable () throws(FileFailure) -> RemoteMusic
    ) {
        position += 1
        let (position, key) = (position, song.key)
        let numbers = [index.origin, stamp].map { Int64(bitPattern: $0) }
        batch.records.append(
            RemoteRecord(position: position, fingerprint: StableHash(Array(key.utf8), numbers).value, size: size) {
                do throws(FileFailure) {
                    var music = try read()
                    music.key = key
                    return music
                } catch {
                    throw RejectedRecord(position: position, .file(path.text, error))
                }
            })
    }

    private mutating func reject(_ path: BytePath, _ failure: FileFailure, in batch: inout RemoteBatch) {
        position += 1
        if case .storage = failure { hasUnreadable = true }
        batch.rejected.append(RejectedRecord(position: position, .file(path.text, failure)))
    }
}

/// Matches files with the songs of the last fetch.
///
/// A file with the audio of a known song is that song: by its path, or else, as a moved file, in place of a file that
/// no longer exists. Otherwise it is a new song.
struct SongMatcher {
    /// The songs of files that exist with the same audio, by file.
    private var reserved: [UInt64: (song: FolderSong, audio: AudioIdentity)] = [:]
    /// The songs of files that no longer exist or have other audio, by audio.
    private var free: [AudioIdentity: [FolderSong]] = [:]
    /// The songs of changed files whose audio an earlier version may have identified by other bytes, by file.
    private var changedSongs: [UInt64: FolderSong] = [:]
    private var used: Set<FolderSong> = []
    /// The first number of a copy that may be unused, by audio.
    private var firstCopies: [AudioIdentity: Int] = [:]

    /// `changed` has the audio of the known files whose stamps have changed.
    init(_ index: FolderIndex?, _ snapshot: FolderSnapshot, changed: [UInt64: AudioIdentity]) {
        for (file, entry) in index?.entries ?? [:] {
            guard let song = entry.song, let audio = entry.audio else { continue }
            let isUnchanged = snapshot.stamps[file] == entry.stamp
            if isUnchanged || snapshot.stamps[file] != nil && changed[file] == audio {
                reserved[file] = (song, audio)
                used.insert(song)
            } else {
                free[audio, default: []].append(song)
                if index?.isFromEarlierVersion == true, snapshot.stamps[file] != nil { changedSongs[file] = song }
            }
        }
        for identity in free.keys { free[identity]?.sort { $0.copy > $1.copy } }
    }

    /// Returns the song of a file, or nil if too many files have its audio. A file is matched once.
    mutating func song(of file: UInt64, with identity: AudioIdentity) -> FolderSong? {
        if let known = reserved[file], known.audio == identity { return known.song }
        while let song = free[identity]?.popLast() {
            if used.insert(song).inserted { return song }
        }
        if let song = changedSongs[file], used.insert(song).inserted { return song }
        // All smaller numbers are in use, because a number never becomes unused.
        let first = firstCopies[identity] ?? 1
        guard first <= FolderSong.copiesLimit else { return nil }
        let new = (first...FolderSong.copiesLimit).lazy.map { FolderSong(identity: identity, copy: $0) }
        let song = new.first { !used.contains($0) }
        firstCopies[identity] = (song.map { Int($0.copy) } ?? FolderSong.copiesLimit) + 1
        if let song { used.insert(song) }
        return song
    }
}

/// Reads songs from audio files, several in parallel.
struct SongReader: Sendable {
    private static let lyricsByteLimit: Int64 = 256 << 10
    let root: OpenFolder
    /// The number of files that are read in parallel.
    let width: Int

    /// The audio and the tags of a file.
    struct Content: Sendable {
        let identity: AudioIdentity
        /// Without a key.
        let music: RemoteMusic
    }

    /// Returns the content of each file by the file's id.
    func read(_ files: [FolderFile]) async throws -> [UInt64: Result<Content, FileFailure>] {
        try await inParallel(files) { file in
            Result { () throws(FileFailure) in try read(file) }
        }
    }

    /// Returns the audio of each file that can be read, by the file's id.
    func identities(of files: [FolderFile]) async throws -> [UInt64: AudioIdentity] {
        try await inParallel(files) { file in
            guard let audio = try? root.file(at: root.path.appending(file.path)) else { return nil }
            let identity = AudioPayload(audio).identity
            return audio.failure == nil ? identity : nil
        }.compactMapValues { $0 }
    }

    private func inParallel<Value: Sendable>(
        _ files: [FolderFile], _ read: @escaping @Sendable (FolderFile) -> Value
    ) async throws -> [UInt64: Value] {
        try await withThrowingTaskGroup(of: (UInt64, Value).self) { group in
            var values: [UInt64: Value] = [:]
            for (position, file) in files.enumerated() {
                if position >= width, let (id, value) = try await group.next() { values[id] = value }
                group.addTask { (file.id, try await BlockingIO.runCancellable { read(file) }) }
            }
            for try await (id, value) in group { values[id] = value }
            return values
        }
    }

    /// Throws `FileFailure` for a file that is not a song or cannot be read.
    func read(_ file: FolderFile) throws(FileFailure) -> Content {
        let audio: AudioFile
        do { audio = try root.file(at: root.path.appending(file.path)) } catch { throw .storage(error) }
        let tags = try TagReader.tags(of: audio, isNamedAudio: file.kind == .audio)
        let identity = AudioPayload(audio).identity
        if let failure = audio.failure { throw .storage(failure) }
        return Content(identity: identity, music: music(of: file, tags))
    }

    private func music(of file: FolderFile, _ tags: AudioTags) -> RemoteMusic {
        let path = PathTags(file.path.text)
        let isUntitled = tags.title.isEmpty
        let address = root.path.appending(file.path).address
        return RemoteMusic(
            key: "", title: isUntitled ? path.title : tags.title,
            artist: isUntitled && tags.artist.isEmpty ? path.artist : tags.artist, artists: tags.artists,
            album: isUntitled && tags.album.isEmpty ? path.album : tags.album, albumArtist: tags.albumArtist,
            duration: tags.duration,
            disc: tags.disc ?? (isUntitled || path.isDiscFolder ? path.disc : nil),
            track: tags.track ?? (isUntitled ? path.track : nil),
            genre: tags.genre,
            artworkURL: tags.hasPicture ? address : file.picture.map { root.path.appending($0).address },
            audioURL: address, lyrics: tags.lyrics.isEmpty ? lyrics(beside: file) : tags.lyrics,
            explicit: tags.explicit, released: tags.released, recording: tags.recording,
            release: tags.release)
    }

    private func lyrics(beside song: FolderFile) -> String {
        guard let file = song.lyrics.flatMap({ try? root.file(at: root.path.appending($0)) }),
            file.length <= Self.lyricsByteLimit
        else { return "" }
        let bytes = file.read(Int(file.length), at: 0)
        return TextEncoding(of: bytes).text(of: bytes)
    }
}

/// Caches the states of folders whose songs were fetched, so that the fetch of their playlists need not list them
/// again.
package final class FolderStateCache: Sendable {
    struct State: Sendable {
        let root: FolderRoot
        /// Identifies the state of all files.
        let files: UInt64
        let isEmpty: Bool
    }

    private let states = Mutex<[String: State]>([:])
    private let firstCopies = Mutex<[String: [AudioIdentity: FolderSong]]>([:])

    package init() {}

    func set(_ state: State?, of folder: String) { states.withLock { $0[folder] = state } }

    /// Sets the songs of the first files with the same audio after a fetch, by audio, unless their keys follow from it.
    func set(firstCopies copies: [AudioIdentity: FolderSong], of folder: String) {
        firstCopies.withLock { $0[folder] = copies }
    }

    /// The songs of the first files with the same audio after the latest fetch, by audio.
    func firstCopies(of folder: String) -> [AudioIdentity: FolderSong] { firstCopies.withLock { $0[folder] ?? [:] } }

    /// Removes and returns the state of the latest fetch; nil if it is that of another folder at the same path.
    ///
    /// A state is used once, because the folder may have changed before the next fetch.
    func removeState(of folder: String, at root: FolderRoot) -> State? {
        guard let state = states.withLock({ $0.removeValue(forKey: folder) }), state.root.isSame(as: root) else {
            return nil
        }
        return state
    }
}
