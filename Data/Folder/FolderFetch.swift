import FermataDomain

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
