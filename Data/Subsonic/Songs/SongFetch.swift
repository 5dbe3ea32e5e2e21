import FermataDomain

/// Fetches all songs of a server, each once.
struct SongFetch {
    /// Forms of the query that finds everything: servers accept one or both.
    private static let queries = ["", "\"\""]
    private let client: SubsonicClient
    private let send: RemoteFetch<RemoteBatch>.Send
    private var known: Set<UInt64> = []
    private var position = 0
    /// The number of songs, videos and invalid songs that the server has sent.
    private var count = 0

    init(_ client: SubsonicClient, _ send: @escaping RemoteFetch<RemoteBatch>.Send) {
        (self.client, self.send) = (client, send)
    }

    /// Searches for everything. If that may have returned fewer songs than the server has, reads every album as well.
    ///
    /// `total` is the number of songs by the server's own count; nil if it is unknown. Returns whether both agree: the
    /// server's count is reached, or its albums have no other song. Throws `SourceFailure`.
    mutating func run(total: Int?) async throws -> Bool {
        for query in Self.queries where count == 0 {
            do {
                try await search(query)
            } catch is SubsonicError where count == 0 {
                continue  // the server does not support this search
            } catch let failure as SourceFailure where count == 0 && failure.showsUnknownMethod {
                continue
            }
        }
        let found = count
        if let total, found > 0, found >= total { return true }
        let albums = try await albums()
        if total == nil, let counted = albums.songCount, found > 0, found >= counted { return true }
        for id in albums.ids { try await readAlbum(id) }
        return found == 0 || count == found || total.map { count >= $0 } ?? false
    }

    private mutating func search(_ query: String) async throws {
        var walk = PageWalk()
        while let offset = walk.nextOffset {
            let page = try await client.call(
                SubsonicRequest(
                    "search3",
                    [
                        ("query", query), ("artistCount", "0"), ("albumCount", "0"),
                        ("songCount", "\(PageWalk.pageSize)"), ("songOffset", "\(offset)"),
                    ]),
                limit: PageWalk.pageSize, returning: SongPage.self)
            walk.receive(count: page.songs.count, newCount: try await add(page))
        }
    }

    /// The albums of the server, and the number of their songs by the server's count; nil if it counts none.
    private func albums() async throws -> (ids: [String], songCount: Int?) {
        var (walk, known) = (PageWalk(), Set<String>())
        var (ids, songCount): ([String], Int?) = ([], 0)
        while let offset = walk.nextOffset {
            let page = try await client.call(
                SubsonicRequest(
                    "getAlbumList2",
                    [("type", "alphabeticalByName"), ("size", "\(PageWalk.pageSize)"), ("offset", "\(offset)")]),
                limit: PageWalk.pageSize, returning: AlbumPage.self)
            let new = page.albums.filter { known.insert($0.id).inserted }
            walk.receive(count: page.albums.count, newCount: new.count)
            ids += new.map(\.id)
            for album in new { songCount = album.songCount.flatMap { count in songCount.map { $0 + count } } }
            try check(ids.count, limit: SubsonicLimits.albums)
        }
        return (ids, songCount)
    }

    private mutating func readAlbum(_ id: String) async throws {
        do {
            let album = try await client.call(
                SubsonicRequest("getAlbum", [("id", id)]), limit: SubsonicLimits.songsOfAlbum, returning: SongPage.self)
            _ = try await add(album)
        } catch let error as SubsonicError where error.code == SubsonicError.notFoundCode {
            return  // removed since the list was read
        }
    }

    /// Sends the songs of a page that are new, and returns how many elements of the page are new.
    ///
    /// Invalid songs without an id cannot be recognized: they count only if a page has other new elements. Throws
    /// `SourceFailure` for a page of nothing else, after which the list looks like one that has ended.
    private mutating func add(_ page: SongPage) async throws -> Int {
        var batch = RemoteBatch()
        var (newCount, unidentified) = (0, [RejectedRecord]())
        for song in page.songs {
            switch song {
            case .success(let song):
                guard isNew(song.id) else { continue }
                newCount += 1
                if song.isNotMusic { continue }
                position += 1
                let music = song.music(on: client.server)
                batch.records.append(
                    RemoteRecord(position: position, fingerprint: music.fingerprint, size: music.size) { music })
                if batch.records.count == PageWalk.pageSize {
                    try await send(batch)
                    batch = RemoteBatch()
                }
            case .failure(let invalid):
                let record = RejectedRecord(position: position + 1, invalid.cause)
                guard let id = invalid.id else {
                    unidentified.append(record)
                    continue
                }
                guard isNew(id) else { continue }
                (newCount, position) = (newCount + 1, position + 1)
                batch.rejected.append(record)
            }
        }
        if let first = unidentified.first, unidentified.count == page.songs.count {
            throw SourceFailure(.content(.noValidRecords(first: first)), address: client.server.base)
        }
        if newCount > 0 {
            for record in unidentified {
                position += 1
                batch.rejected.append(RejectedRecord(position: position, record.cause))
            }
        }
        count += newCount + (newCount > 0 ? unidentified.count : 0)
        try check(count, limit: SubsonicLimits.songs)
        if batch.count > 0 { try await send(batch) }
        return newCount
    }

    /// Throws `SourceFailure` for a list without end.
    private func check(_ count: Int, limit: Int) throws(SourceFailure) {
        if count > limit { throw SourceFailure(.content(.tooManyElements(limit: limit)), address: client.server.base) }
    }

    private mutating func isNew(_ id: String) -> Bool { known.insert(StableHash(Array(id.utf8)).value).inserted }
}

extension RemoteMusic {
    /// The bytes of its texts.
    fileprivate var size: Int {
        [key, title, artist, album, genre, artworkURL, audioURL].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// Differs whenever a value differs.
    fileprivate var fingerprint: UInt64 {
        let texts: [String?] = [
            key, title, artist, album, genre, artworkURL, audioURL, explicit.rawValue, released?.description,
            popularity.map { "\($0)" }, recording?.description,
        ]
        let bytes = texts.flatMap { text -> [UInt8] in Array((text ?? "").utf8) + [text == nil ? 1 : 0] }
        return StableHash(
            bytes, [duration.components.seconds, Int64(disc ?? -1), Int64(track ?? -1)]
        ).value
    }
}
