import FermataDomain

/// One fetch of the songs of a folder.
struct FolderFetch {
    private(set) var index: FolderIndex
    private let root: FolderRoot
    private let last: FolderIndex?
    private let reader: SongReader
    private var songs: FolderSongs
    private var position = 0
    /// Whether no song was found, valid or not.
    var isEmpty: Bool { position == 0 }

    init(_ root: FolderRoot, songs: FolderSongs, last: FolderIndex?, digest: UInt64, reader: SongReader) {
        (self.root, self.songs, self.last, self.reader) = (root, songs, last, reader)
        index = FolderIndex(digest: digest)
    }

    mutating func run(batchSize: Int, _ send: RemoteFetch<RemoteBatch>.Send) async throws {
        var walk = FolderWalk(root.path)
        var (files, batch) = ([FolderFile](), RemoteBatch())
        while let step = try await walk.next() {
            switch step.listing {
            case .success(let listing): files += listing.files
            case .failure(let failure): reject(step.folder, .file(step.folder.text, .storage(failure)), in: &batch)
            }
            while files.count >= batchSize {
                try await read(Array(files.prefix(batchSize)), into: &batch)
                files.removeFirst(batchSize)
                try await send(batch)
                batch = RemoteBatch()
            }
        }
        try await read(files, into: &batch)
        if batch.count > 0 { try await send(batch) }
    }

    /// Adds the records of some files; reads only new and changed ones.
    private mutating func read(_ files: [FolderFile], into batch: inout RemoteBatch) async throws {
        let changed = files.filter { last?[$0.id]?.stamp != $0.stamp }
        var results = try await reader.read(changed).makeIterator()
        for file in files {
            if let entry = last?[file.id], entry.stamp == file.stamp {
                index[file.id] = entry
                if let song = entry.song { add(file, song, in: &batch) { [reader] in try reader.read(file).music } }
                continue
            }
            switch results.next() {
            case .success(let content?):
                guard let song = songs.song(of: file.id, with: content.identity) else {
                    reject(file.path, .file(file.path.text, .tooManyCopies), in: &batch)
                    continue
                }
                index[file.id] = .init(stamp: file.stamp, song: song)
                add(file, song, in: &batch) { content.music }
            case .success(nil): index[file.id] = .init(stamp: file.stamp, song: nil)
            case .failure(let failure): reject(file.path, .file(file.path.text, failure), in: &batch)
            case nil: break
            }
        }
    }

    private mutating func add(
        _ file: FolderFile, _ song: FolderSong, in batch: inout RemoteBatch,
        read: @escaping @Sendable () throws -> RemoteMusic
    ) {
        position += 1
        let (position, key) = (position, song.key)
        let fingerprint = StableHash(Array(key.utf8) + root.path.bytes, [Int64(bitPattern: file.stamp)]).value
        batch.records.append(
            RemoteRecord(position: position, fingerprint: fingerprint) {
                do {
                    var music = try read()
                    music.key = key
                    return music
                } catch let failure as FileFailure {
                    throw RejectedRecord(position: position, .file(file.path.text, failure))
                }
            })
    }

    private mutating func reject(_ path: BytePath, _ error: RecordError, in batch: inout RemoteBatch) {
        position += 1
        batch.rejected.append(RejectedRecord(position: position, error))
    }
}
